import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extensionsOf } from '#server/feature/extensions.ts';
import type { FeatureExtensions } from '#server/feature/manifest.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The hooks of ARCHITECTURE.md: a row with several names is one for each of them, `a · b` in the same order. */
const hooks = [...textOf('ARCHITECTURE.md').matchAll(/^\| (`\w+`.*) \| .+ \| (.+) \|$/gm)].flatMap(
  ([, declared = '', implementedBy = '']) => {
    const names = [...(declared.split(':')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    const parts = implementedBy.split(' · ');
    return names.map((name, index): [string, string] => [name, parts[index] ?? parts[0] ?? '']);
  },
);

test.each(hooks)('ARCHITECTURE.md names the features with the extension %s', async (name, implementedBy) => {
  const found = await extensionsOf(name as keyof FeatureExtensions);
  expect(implementedBy.split(', ').sort()).toEqual(found.map((extension) => extension.name).sort());
});

/** Folders that a path in a document begins at; the last one for paths inside a feature. */
const bases = ['', 'src', 'src/features/customer'];

/** Examples of files that a reader adds. */
const example = /agency|NNNN/;

test.each(globSync('{*.md,docs/*.md}', { cwd: ROOT }).filter((file) => file !== 'CHANGELOG.md'))(
  '%s names files that exist',
  (file) => {
    const paths = [
      ...textOf(file).matchAll(/`((?:src|features|server|web|shared|devices|test|script|bench)\/[\w./-]+\.\w+)`/g),
    ];
    const missing = paths
      .map(([, path = '']) => path)
      .filter((path) => !example.test(path) && !bases.some((base) => existsSync(join(ROOT, base, path))));
    expect(missing).toEqual([]);
  },
);
