import { config } from 'zod';

// A single command reads each shape a few times only: compiling a reader for it takes longer than it saves.
// Schemas look at this when they are made, so this module comes before all that makes any.
config({ jitless: true });
