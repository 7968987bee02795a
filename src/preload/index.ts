import { contextBridge, ipcRenderer } from 'electron';

// A MessagePort cannot cross the context bridge; a window message can carry it.
ipcRenderer.on('wirebench:port', (event) => {
  window.postMessage('wirebench:port', window.location.origin === 'null' ? '*' : window.location.origin, event.ports);
});

// A link that the system handed over goes into the address, as in a browser; the page opens its review.
ipcRenderer.on('wirebench:link', (_event, link: unknown) => {
  if (typeof link === 'string') window.location.hash = `add=${encodeURIComponent(link)}`;
});

// An entry of the menu that was chosen; the page knows its commands.
ipcRenderer.on('wirebench:command', (_event, command: unknown) => {
  window.postMessage(
    { type: 'wirebench:command', command },
    window.location.origin === 'null' ? '*' : window.location.origin,
  );
});

contextBridge.exposeInMainWorld('wirebench', {
  platform: process.platform,
  connect: () => ipcRenderer.send('wirebench:connect'),
});
