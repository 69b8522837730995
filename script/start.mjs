// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, install, NODE, ROOT } from './checkout.mjs';
import { watchStarter } from './starter.mjs';

// V8 by itself lets the nursery of the heap grow to 130 MB; the README's direct command has the same flags.
const FLAGS = ['--max-semi-space-size=8'];

// The C library by itself keeps a part of its own for each thread and what was freed in it: a hundred MB after a busy hour.
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Two interrupts within this time are one press of Ctrl-C. */
const ONE_PRESS_MS = 500;

install();
buildWeb();

// A group of its own: Ctrl-C in a terminal reaches every process of the group, but the server has to be told once.
// The channel tells the server when this process is gone, however it ended.
const server = spawn(NODE, [...FLAGS, 'src/server/boot/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: true,
  env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'), ...MEMORY, ...process.env, TZ: 'UTC' },
});

const unwatch = watchStarter(() => server.kill('SIGTERM'));

// SIGTERM again is to the server no more than once; a second SIGINT is a person who does not want to wait. One Ctrl-C may
// come twice: the terminal tells this process and npm, and npm passes it on where its shell has made way for this process.
let interrupted = 0;
process.on('SIGINT', () => {
  const before = interrupted;
  interrupted = Date.now();
  if (interrupted - before < ONE_PRESS_MS) return;
  server.kill('SIGINT');
});
process.on('SIGTERM', () => server.kill('SIGTERM'));
process.on('SIGHUP', () => server.kill('SIGTERM'));

server.on('error', (error) => {
  console.error(`The server could not be run: ${error.message}`);
  process.exitCode = 1;
});
server.on('exit', (code) => {
  unwatch();
  process.exitCode = code ?? 1;
});
