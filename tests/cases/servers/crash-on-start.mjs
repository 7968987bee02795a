import { bound } from '../lib.mjs';

bound();
const how = process.argv[2];
if (how === 'silent') process.exit(0);
if (how === 'signal') process.kill(process.pid, 'SIGABRT');
else {
  process.stderr.write(
    'Error: DATABASE_URL is not set. Set it in the env block of your MCP config.\n    at main (file:///srv/app/index.js:12:9)\n',
  );
  process.exit(1);
}
