// Browsers of the browser tests: the system's, else Debian's by apt, else one from the npm packages.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, NODE, ROOT } from './checkout.mjs';

const SHELL = '/usr/bin/chromium-headless-shell';
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
  if (!installed()) install('chromium', 'fonts-noto-cjk');
  return installed() ?? fromPackages();
}

/** Returns the path of Chromium's headless shell, which takes less processor time; undefined where it can't be installed. */
export function headlessShell() {
  if (process.env.CHROMIUM_SHELL_PATH) return process.env.CHROMIUM_SHELL_PATH;
  if (!existsSync(SHELL)) install('chromium-headless-shell');
  return existsSync(SHELL) ? SHELL : undefined;
}

function installed() {
  return PLACES.find((path) => existsSync(path));
}

/** Installs packages by apt where that is possible; without a line to them it gives up soon. */
function install(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${packages.join(', ')} …`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const patience = ['-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
  spawnSync('apt-get', [...patience, 'update'], options);
  spawnSync('apt-get', [...patience, 'install', '-y', '--no-install-recommends', ...packages], options);
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
