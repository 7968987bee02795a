import { contextBridge, ipcRenderer } from 'electron';

// A MessagePort cannot cross the context bridge; a window message can carry it.
ipcRenderer.on('wirebench:port', (event) => {
  window.postMessage('wirebench:port', window.location.origin === 'null' ? '*' : window.location.origin, event.ports);
});

contextBridge.exposeInMainWorld('wirebench', {
  platform: process.platform,
  connect: () => ipcRenderer.send('wirebench:connect'),
});
