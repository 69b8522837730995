// npm run bench: installs and builds what is missing, then measures the running product.
import { spawnSync } from 'node:child_process';
import { buildWeb, install, NODE, ROOT } from './checkout.mjs';
import { chromium } from './chromium.mjs';

install();
buildWeb();
const loader = ['--import', './src/server/loader.mjs'];
const env = { ...process.env, CHROMIUM_PATH: chromium(), TZ: 'UTC' };
const args = [...loader, 'bench/run.ts', ...process.argv.slice(2)];
const { status } = spawnSync(NODE, args, { cwd: ROOT, env, stdio: 'inherit' });
process.exitCode = status ?? 1;
