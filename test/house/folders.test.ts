import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Folders of each side, lowest first: each may import the ones listed before it. */
const orders = {
  server: 'core net embedded db feature files webPush auth crud live jobs audit backup ingest http boot testing',
  web: 'core ui message api exception file live screen data chart sound job login map reveal form table tree rich importing crud record publication shell boot testing',
};

interface Source {
  /** Path below `src/<side>/`, e.g. `db/wake.ts`. */
  path: string;
  text: string;
}

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** Returns a file's imports within its side, as paths below `src/<side>/`. */
function imported(side: string, { path, text }: Source): string[] {
  const matches = [...text.matchAll(/\b(?:from|import|import\(|new URL\()\s*'((?:#|\.\.?\/)[^']+)'/g)];
  return matches.flatMap(([, specifier = '']) => {
    if (specifier.startsWith(`#${side}/`)) return [specifier.slice(side.length + 2)];
    const target = specifier.startsWith('.') ? join(path, '..', specifier) : '..';
    return target.startsWith('..') ? [] : [target];
  });
}

/** Returns the imports that point upwards, one line each. Tests may import anything. */
function upward(side: keyof typeof orders, sources: readonly Source[]): string[] {
  const height = (path: string) => orders[side].split(' ').indexOf(folderOf(path));
  return sources
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap((source) =>
      imported(side, source)
        .filter((target) => height(target) > height(source.path))
        .map((target) => `${source.path} imports ${target}`),
    );
}

function sourcesOf(side: string): Source[] {
  const cwd = join(ROOT, 'src', side);
  return globSync('**/*.{ts,tsx,mjs}', { cwd }).map((path) => ({ path, text: readFileSync(join(cwd, path), 'utf8') }));
}

describe.each(['server', 'web'] as const)('%s/', (side) => {
  const sources = sourcesOf(side);

  test('every file lies in a folder whose place is known', () => {
    const folders = readdirSync(join(ROOT, 'src', side), { withFileTypes: true });
    const files = folders.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    expect(files).toEqual(side === 'web' ? ['index.html'] : []);
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.filter((name) => name !== 'public').sort()).toEqual(orders[side].split(' ').sort());
  });

  test('one file of each folder says in its first line what the folder is for', () => {
    const saying = sources.filter(({ path, text }) => text.startsWith(`// ${folderOf(path)}: `));
    expect(saying.map(({ path }) => folderOf(path)).sort()).toEqual(orders[side].split(' ').sort());
  });

  test('no folder imports one above it', () => {
    expect(upward(side, sources)).toEqual([]);
  });
});

/** Returns the keys with more than `limit` of the files, each with its count. */
function crowded(files: readonly string[], keyOf: (file: string) => string, limit: number): string[] {
  const counts = Map.groupBy(files, keyOf);
  return [...counts].filter(([, { length }]) => length > limit).map(([key, { length }]) => `${key}: ${length} files`);
}

const files = globSync('{src,test,script,bench}/**/*', { cwd: ROOT, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));

test('no folder has more than 30 files', () => {
  expect(crowded(files, dirname, 30)).toEqual([]);
});

test('no feature has more than 80 files', () => {
  const features = files.filter((file) => file.startsWith('src/features/'));
  expect(crowded(features, (file) => file.split('/').slice(0, 3).join('/'), 80)).toEqual([]);
});

test.each([
  ["import { start } from '#server/boot/start.ts';", 'boot/start.ts'],
  ["import type { Bound } from '../feature/handlers.ts';", 'feature/handlers.ts'],
  ["const late = () => import('#server/auth/session.ts');", 'auth/session.ts'],
  ["export { app } from '../http/app.ts';", 'http/app.ts'],
  ["import '../live/stream.ts';", 'live/stream.ts'],
])('%s is caught in a lower folder', (text, target) => {
  expect(upward('server', [{ path: 'db/wake.ts', text }])).toEqual([`db/wake.ts imports ${target}`]);
  expect(upward('server', [{ path: 'testing/app.ts', text }])).toEqual([]);
});
