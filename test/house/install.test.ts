import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#server/testing/folder.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** Returns the package of this machine's Node, listed in the lock file under `node_modules/`. */
function nodePackage(): { name: string; entry: object } {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const name = names.find((candidate) => packages[`node_modules/${candidate}`]) ?? '';
  return { name, entry: packages[`node_modules/${name}`] };
}

/** Makes a checkout of only the installer; its npm writes packages like npm 10, without a link in `.bin`. */
function layCheckout(path: string, name: string, entry: object): string {
  const lock = JSON.stringify({ packages: { [`node_modules/${name}`]: entry } });
  mkdirSync(join(path, 'script'));
  cpSync(join(ROOT, 'script/checkout.mjs'), join(path, 'script/checkout.mjs'));
  writeFileSync(join(path, 'package-lock.json'), lock);
  const npm = join(path, 'npm-cli.js');
  writeFileSync(
    npm,
    `const { mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules/.bin', { recursive: true });
    symlinkSync(${JSON.stringify(join(ROOT, 'node_modules', name))}, 'node_modules/${name}');
    writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(lock)});`,
  );
  return npm;
}

test('an npm that links no Node into .bin installs all that a start needs, and the second start installs nothing', () => {
  const { name, entry } = nodePackage();
  const npm = layCheckout(folder.path, name, entry);
  const text = `const { install, NODE } = await import('./script/checkout.mjs'); install(); console.log(NODE);`;
  const run = () =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
      cwd: folder.path,
      encoding: 'utf8',
      // npm sets itself and its Node; a Node inside the checkout would be the one being replaced.
      env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
    });
  const version = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();

  const first = run();
  expect({ status: first.status, error: first.stderr }).toEqual({ status: 0, error: '' });
  expect(first.stdout).toMatch(/^Installing dependencies/);
  expect(version(first.stdout.trim().split('\n').at(-1) ?? '')).toMatch(/^v24\./);
  expect(version(join(folder.path, 'node_modules/.bin/node'))).toMatch(/^v24\./);
  expect(run().stdout).not.toContain('Installing');
});
