import './styles/index.css';
import './styles/app.css';
import { z } from 'zod';

/**
 * The page's content policy forbids eval, and zod decides at the making of each schema whether to use it.
 * So the switch comes first and everything that holds schemas is imported after it.
 */
async function main(): Promise<void> {
  z.config({ jitless: true });
  const [{ startApp }, { openLink }] = await Promise.all([import('./app/start.tsx'), import('./store/link.ts')]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const life = new AbortController();
  window.addEventListener('pagehide', (event) => event.persisted || life.abort());
  startApp(root, openLink, life.signal);
}

void main();
