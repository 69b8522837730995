// npm run bench: installs and builds what is missing, then measures the running product.
import { buildWeb, install, runProgram } from './checkout.mjs';
import { chromium } from './chromium.mjs';

install();
buildWeb();
runProgram('bench/run.ts', { args: process.argv.slice(2), env: { CHROMIUM_PATH: chromium() } });
