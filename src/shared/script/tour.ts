import type { RunScriptInput } from './run-script.ts';

/** The built-in demo: seven pages at the demo server, offline. It is published as resources/demo-tour.yaml. */
export const TOUR = {
  version: 1,
  title: 'A tour of MCP',
  servers: { demo: { builtin: 'demo' } },
  steps: [
    {
      say: {
        title: 'An app meets a server',
        text: 'Both say which version they speak and what they can do. Then the app asks for the lists.',
        notes: 'The server runs on this computer and needs no network. Every message is a real one.',
      },
      do: 'connect',
    },
    {
      say: {
        title: 'The app calls a tool',
        text: 'A call has a name and arguments. The answer is text for the model and data for the app.',
        notes: 'The same city always has the same weather, so that results can be compared later.',
      },
      do: 'call',
      with: { name: 'weather', args: { city: 'Oslo' } },
      expect: { result: { structuredContent: { city: 'Oslo' } } },
    },
    {
      say: {
        title: 'The server asks a person',
        text: 'It stops the call and sends a form. The call goes on when somebody answers.',
        notes: 'Change a value in the form and send it yourself if you like: the script takes what comes.',
      },
      do: 'call',
      with: { name: 'ask_name' },
      expect: { contains: 'elicitation' },
    },
    {
      do: 'answer',
      with: { kind: 'form', content: { name: 'Ada', greeting: 'good morning' } },
      expect: { contains: 'Good morning, Ada.' },
    },
    {
      say: {
        title: 'The server asks to open a web page',
        text: 'The address is shown in full first. Nothing is opened unless the person at the keyboard does it.',
        notes:
          'The script only agrees, and the server goes on a moment later. Open the page, and it waits for Done there.',
      },
      do: 'call',
      with: { name: 'ask_sign_in', args: { waitMs: 1500 } },
      expect: { contains: 'url' },
    },
    { do: 'answer', with: { kind: 'url' }, expect: { contains: 'Signed in' } },
    {
      say: {
        title: 'The server asks for a model',
        text: 'It has no model of its own, so it borrows one. A person sees what is sent, and the reply.',
        notes: 'No model is asked here: the reply is in the script, and the thread says so.',
      },
      do: 'call',
      with: { name: 'ask_model', args: { question: 'Name three rivers.' } },
      expect: { contains: 'Name three rivers.' },
    },
    {
      do: 'answer',
      with: { kind: 'sampling', text: 'The Nile, the Amazon and the Danube.', model: 'reply-of-the-script' },
      expect: { contains: 'Danube' },
    },
    {
      say: {
        title: 'Long work asks in the middle',
        text: 'The call becomes a task. The app looks after it from time to time, and answers what it asks.',
        notes: 'The Tasks tab shows the same work with all its polls.',
      },
      do: 'call',
      with: { name: 'deploy_site', args: { stepMs: 800 } },
    },
    {
      do: 'answer',
      with: { kind: 'form', content: { approve: true, comment: 'From the demo' } },
      expect: { contains: 'The site is online.' },
    },
    {
      say: {
        title: 'Stop, and compare',
        text: 'A call that takes too long is stopped. Then two results of the same tool lie side by side.',
        notes: 'The first of the two is the weather of Oslo from the second page.',
      },
      do: 'call',
      with: { name: 'slow', args: { steps: 40, delayMs: 400 } },
    },
    { do: 'stop', with: { progress: 2 } },
    { do: 'call', with: { name: 'weather', args: { city: 'Bergen' } } },
    { do: 'compare', with: { a: 1 }, expect: { result: { equal: false } } },
  ],
} as const satisfies RunScriptInput;
