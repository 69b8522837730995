// npm start: installs and builds what is missing, then runs the server until a stop signal.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, install, NODE, ROOT } from './checkout.mjs';
import { watchStarter } from './starter.mjs';

// By default V8 lets the young generation grow to 130 MB; the README's direct command has these flags, too.
const FLAGS = ['--max-semi-space-size=8'];

// By default the C library keeps an arena per thread with its freed memory: a hundred MB after a busy hour.
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Two interrupts within this time count as one press of Ctrl-C. */
const ONE_PRESS_MS = 500;

install();
buildWeb();

// A separate group: Ctrl-C in a terminal reaches every process of the group, but the server needs one signal only.
// The IPC channel closes when this process ends in any way, which informs the server.
const server = spawn(NODE, [...FLAGS, 'src/server/boot/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: true,
  env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'), ...MEMORY, ...process.env, TZ: 'UTC' },
});

const unwatch = watchStarter(() => server.kill('SIGTERM'));

// The server ignores a repeated SIGTERM; a second SIGINT means that the user does not want to wait. One Ctrl-C may
// arrive
// twice: the terminal signals this process and npm, and npm forwards it when its shell was replaced by this process.
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
