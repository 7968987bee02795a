#!/usr/bin/env node
// hang-initialize.mjs — ill-behaved: starts, says so on stderr, reads initialize and never answers it.
// A good client says which step hangs, for how long, shows stderr and lets the user cancel at once.
import { serve, writeErr } from './rpc.mjs';

await writeErr('hang-initialize: started, waiting for a licence server ...');
serve({ name: 'hang', onInitialize: () => 'no-answer' });
