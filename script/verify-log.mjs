// npm run verify-log: checks the seals of the command log; the product may be running or stopped.
import { spawnSync } from 'node:child_process';
import { install, NODE, ROOT } from './checkout.mjs';

install();
const done = spawnSync(NODE, ['--import', './src/server/loader.mjs', 'src/server/verifyLog.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TZ: 'UTC' },
});
process.exitCode = done.status ?? 1;
