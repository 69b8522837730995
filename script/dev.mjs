// npm run dev: runs the server, restarted when a loaded file changes, and the pages with hot reload.
import { spawn } from 'node:child_process';
import { install, NODE, ROOT } from './checkout.mjs';
import { watchStarter } from './starter.mjs';

install();

const env = { ...process.env, TZ: 'UTC', NODE_ENV: 'development' };

// Separate process groups: Ctrl-C in a terminal reaches every process of a group, but each process stops its children
// itself.
const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], detached: true, env };
const children = [
  spawn(NODE, ['--watch', '--watch-preserve-output', '--inspect', 'src/server/boot/main.ts'], options),
  spawn(NODE, ['node_modules/vite/bin/vite.js', '--clearScreen', 'false', ...process.argv.slice(2)], options),
];

const unwatch = watchStarter(stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });

function stop() {
  unwatch();
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}
