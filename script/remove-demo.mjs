// npm run demo:remove: takes the demo people, devices and alarms out of the database; stop the server first.
import { spawnSync } from 'node:child_process';
import { install, NODE, ROOT } from './checkout.mjs';

install();
const done = spawnSync(NODE, ['--import', './src/server/loader.mjs', 'src/server/removeDemo.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TZ: 'UTC' },
});
process.exitCode = done.status ?? 1;
