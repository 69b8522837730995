import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Allowed and forbidden imports: file, import, verdict. */
const CASES: [file: string, specifier: string, verdict: 'allowed' | 'forbidden'][] = [
  ['src/features/a/web/A.tsx', '#web/table/Table.tsx', 'allowed'],
  ['src/features/a/web/A.tsx', '#shared/codes.ts', 'allowed'],
  ['src/features/a/web/A.tsx', '../contract.ts', 'allowed'],
  ['src/features/a/web/A.tsx', '#features/b/contract.ts', 'allowed'],
  ['src/features/a/web/A.tsx', './Part.tsx', 'allowed'],
  ['src/features/a/web/A.tsx', 'antd', 'allowed'],
  ['src/features/a/web/A.tsx', '#server/db/db.ts', 'forbidden'],
  ['src/features/a/web/A.tsx', '../server/service.ts', 'forbidden'],
  ['src/features/a/web/A.tsx', '#devices/watch.ts', 'forbidden'],
  ['src/features/a/web/A.tsx', '#features/b/web/B.tsx', 'forbidden'],
  ['src/features/a/web/A.tsx', '../../b/web/B.tsx', 'forbidden'],
  ['src/features/a/web/A.tsx', '#features/b/server/service.ts', 'forbidden'],
  ['src/features/a/web/A.tsx', 'node:fs', 'forbidden'],

  ['src/features/a/server/service.ts', '#server/db/db.ts', 'allowed'],
  ['src/features/a/server/service.ts', '#shared/codes.ts', 'allowed'],
  ['src/features/a/server/service.ts', '#devices/watch.ts', 'allowed'],
  ['src/features/a/server/service.ts', '../contract.ts', 'allowed'],
  ['src/features/a/server/service.ts', './write.ts', 'allowed'],
  ['src/features/a/server/service.ts', '#features/b/contract.ts', 'allowed'],
  ['src/features/a/server/service.ts', '#features/b/server/service.ts', 'allowed'],
  ['src/features/a/server/service.ts', '#features/b/server/write.ts', 'forbidden'],
  ['src/features/a/server/service.ts', '../../b/server/write.ts', 'forbidden'],
  ['src/features/a/server/service.ts', '#web/table/Table.tsx', 'forbidden'],
  ['src/features/a/server/service.ts', '../web/A.tsx', 'forbidden'],

  ['src/features/a/contract.ts', '#shared/codes.ts', 'allowed'],
  ['src/features/a/contract.ts', '#features/b/contract.ts', 'allowed'],
  ['src/features/a/contract.ts', 'typebox', 'allowed'],
  ['src/features/a/contract.ts', '#features/b/server/service.ts', 'forbidden'],
  ['src/features/a/contract.ts', './server/service.ts', 'forbidden'],
  ['src/features/a/contract.ts', './web/A.tsx', 'forbidden'],
  ['src/features/a/contract.ts', '#server/db/db.ts', 'forbidden'],
  ['src/features/a/contract.ts', '#web/table/Table.tsx', 'forbidden'],
  ['src/features/a/contract.ts', '#devices/watch.ts', 'forbidden'],
  ['src/features/a/contract.ts', 'node:fs', 'forbidden'],
  ['src/features/a/contract/part.ts', '#shared/codes.ts', 'allowed'],
  ['src/features/a/contract/part.ts', '#server/db/db.ts', 'forbidden'],

  ['src/devices/watch.ts', './frame.ts', 'allowed'],
  ['src/devices/watch.ts', 'node:buffer', 'allowed'],
  ['src/devices/watch.ts', '#shared/codes.ts', 'forbidden'],
  ['src/devices/watch.ts', '#server/db/db.ts', 'forbidden'],
  ['src/devices/watch.ts', '../server/db/db.ts', 'forbidden'],
  ['src/devices/watch.ts', '#features/a/contract.ts', 'forbidden'],
  ['src/devices/watch.ts', '#web/table/Table.tsx', 'forbidden'],

  ['src/shared/codes.ts', './envelope.ts', 'allowed'],
  ['src/shared/codes.ts', 'typebox', 'allowed'],
  ['src/shared/codes.ts', '#devices/watch.ts', 'forbidden'],
  ['src/shared/codes.ts', '#server/db/db.ts', 'forbidden'],
  ['src/shared/codes.ts', '../web/table/Table.tsx', 'forbidden'],
  ['src/shared/codes.ts', '#features/a/contract.ts', 'forbidden'],
  ['src/shared/codes.ts', 'node:fs', 'forbidden'],

  ['src/server/http/app.ts', '#shared/codes.ts', 'allowed'],
  ['src/server/http/app.ts', '#devices/watch.ts', 'allowed'],
  ['src/server/http/app.ts', 'node:fs', 'allowed'],
  ['src/server/http/app.ts', '#features/a/contract.ts', 'forbidden'],
  ['src/server/http/app.ts', '../../features/a/server/service.ts', 'forbidden'],
  ['src/server/http/app.ts', '#web/table/Table.tsx', 'forbidden'],

  ['src/web/table/Table.tsx', '#shared/codes.ts', 'allowed'],
  ['src/web/table/Table.tsx', 'react', 'allowed'],
  ['src/web/table/Table.tsx', '#features/a/contract.ts', 'forbidden'],
  ['src/web/table/Table.tsx', '../../features/a/web/A.tsx', 'forbidden'],
  ['src/web/table/Table.tsx', '#server/db/db.ts', 'forbidden'],
  ['src/web/table/Table.tsx', '#devices/watch.ts', 'forbidden'],
  ['src/web/table/Table.tsx', 'node:fs', 'forbidden'],
];

/** Ways in which one file can import another. */
const FORMS = [
  (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`,
  (specifier: string) => `import type { X } from '${specifier}';\nexport type Y = X;\n`,
  (specifier: string) => `export { x } from '${specifier}';\n`,
  (specifier: string) => `export const x = () => import('${specifier}');\n`,
];

let folder: string;
let complaints: Set<string>;

/** Returns a file name for each case in its folder: the rules depend on the path. */
function fileOf(index: number, form: number): string {
  const [file] = CASES[index] ?? [''];
  if (file.endsWith('/contract.ts')) return `src/features/case${index}x${form}/contract.ts`;
  return join(dirname(file), `case${index}x${form}.ts`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anhao-imports-'));
  for (const name of ['biome.json', '.gitignore']) copyFileSync(join(ROOT, name), join(folder, name));
  CASES.forEach(([, specifier], index) => {
    FORMS.forEach((write, form) => {
      const path = join(folder, fileOf(index, form));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, write(specifier));
    });
  });
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const args = ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github', folder];
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
  const matches = stdout.matchAll(/^::error title=lint\/style\/noRestrictedImports,file=([^,]+),/gm);
  complaints = new Set([...matches].map(([, file = '']) => relative(folder, resolve(folder, file))));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the import rules', () => {
  test.each(CASES.map((row, index) => [...row, index] as const))('%s importing %s is %s', (_, __, verdict, index) => {
    const caught = FORMS.map((_write, form) => complaints.has(fileOf(index, form)));
    expect(caught).toEqual(FORMS.map(() => verdict === 'forbidden'));
  });
});
