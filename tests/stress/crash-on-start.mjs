#!/usr/bin/env node
// crash-on-start.mjs — ill-behaved: writes a stack trace style message to stderr and exits with code 42 before reading anything.
// A good client shows the exit code and the stderr text.
process.stderr.write(
  'Error: Cannot connect to database at postgres://localhost:5432\n    at connect (/srv/app/db.js:12:7)\n    at main (/srv/app/index.js:3:1)\nFATAL: DATABASE_URL is not set\n',
  () => process.exit(42),
);
