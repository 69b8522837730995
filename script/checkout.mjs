// Common steps of start and test before the project's Node takes over. Plain JavaScript for any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Suffix of the package with the Node for this machine. */
const MACHINE = `${process.platform}-${process.arch}`;
const NODE_PROGRAM = `${MACHINE === 'darwin-arm64' ? 'node-bin' : 'node'}-${MACHINE}/bin/node`;

/** The Node of the lock file; everything except the two scripts runs under it. */
export const NODE = join(ROOT, 'node_modules', NODE_PROGRAM);

/** Link made by npm 11 and 12, but not by npm 10: `npx`, `npm run` and service managers use it. */
const NODE_LINK = join(ROOT, 'node_modules/.bin/node');

const OLDEST_NODE = 20;
const PROJECT_NODE = 24;
const BUILD_STAMP = join(ROOT, 'dist/web.stamp');

/** Sources on which the built pages depend. */
const WEB_SOURCES = [
  'src/web',
  'src/shared',
  'src/features',
  'script/map',
  'script/web',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Prints one line and ends the process: for errors that the user at the terminal must fix. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs the dependencies when `node_modules` differs from the lock file. */
export function install() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    fail(`Anhao needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}`);
  }
  if (!isInstalled()) installPackages();
  linkNode();
}

function installPackages() {
  console.log('Installing dependencies …');
  const { command, args } = npm();
  const options = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit', '--loglevel=error'];
  const result = spawnSync(command, [...args, ...options], { cwd: ROOT, stdio: 'inherit' });
  if (result.error) fail(`npm cannot be run: ${result.error.message}`);
  if (result.status !== 0) fail('npm ci failed; its message is above');
  checkNode();
}

/** Adds the link; does nothing if it exists or the folder is read-only, since only users at a terminal need it. */
function linkNode() {
  try {
    symlinkSync(join('..', NODE_PROGRAM), NODE_LINK);
  } catch {}
}

/** Returns whether npm's record of node_modules matches; packages for other machines may be missing. */
function isInstalled() {
  const installed = packages('node_modules/.package-lock.json');
  if (!installed || !existsSync(NODE)) return false;
  return Object.entries(packages('package-lock.json') ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === entry.version : entry.optional === true;
  });
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Returns the command for npm: under npm the running one with its Node, since `node` in PATH may be the one being
 * replaced.
 */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith('npm-cli.js') && node && !node.startsWith(ROOT)) return { command: node, args: [script] };
  return { command: 'npm', args: [] };
}

function checkNode() {
  const result = spawnSync(NODE, ['--version'], { encoding: 'utf8' });
  if (!result.stdout?.startsWith(`v${PROJECT_NODE}.`)) {
    fail(`No Node.js ${PROJECT_NODE} for ${process.platform} ${process.arch} came with the packages`);
  }
}

/** Runs a program of the product to its end in this terminal; this process ends with its status. */
export function runProgram(path, { args = [], env = {} } = {}) {
  const { status } = spawnSync(NODE, [path, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, TZ: 'UTC' },
  });
  process.exitCode = status ?? 1;
}

/** Builds the pages when a source has changed since the last build. */
export function buildWeb() {
  const stamp = hashOf(WEB_SOURCES.flatMap((path) => filesBelow(join(ROOT, path))));
  if (existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === stamp) return;
  console.log('Building the pages …');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  // A test run sets NODE_ENV to test, in which antd gives every part of a page one id.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = spawnSync(NODE, [vite, 'build', '--logLevel=warn'], { cwd: ROOT, stdio: 'inherit', env });
  if (result.status !== 0) fail('The pages could not be built; the message is above');
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, stamp);
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => name !== 'server' && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesBelow(join(path, name)));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
