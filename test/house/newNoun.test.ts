import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Timeout on a machine busy with other tests, ms. */
const longest = 240_000;
const COPY = mkdtempSync(join(tmpdir(), 'anhao-noun-'));

/** Blocks of docs/add-a-resource.md that name a file: ```ts path. */
const blocks = [
  ...readFileSync(join(ROOT, 'docs/add-a-resource.md'), 'utf8').matchAll(/^ {3}```\w+ (\S+)\n([\s\S]*?)^ {3}```$/gm),
].map(([, path = '', text = '']) => ({ path, text: text.replace(/^ {3}/gm, '') }));

beforeAll(() => {
  for (const name of ['src', 'migrations', 'script', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'biome.json'])
    cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
  for (const { path, text } of blocks) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    writeFileSync(join(COPY, path), text);
  }
});
afterAll(() => rmSync(COPY, { recursive: true, force: true }));

/** Tests of the screen, which the resource kit builds from the contract alone. */
const screenTest = `import { expect, test } from 'vitest';
import { columnsOf } from '#web/crud/columns.tsx';
import { filtersOf } from '#web/crud/filters.ts';
import { formFields, defaultsOf } from '#web/crud/formFields.ts';
import { agency } from '../contract.ts';

test('columns, filters and form of agency come from its fields', () => {
  expect(columnsOf(agency).map(({ title }) => title).join(' ')).toBe(
    '名称 类别 电话 昼夜值守 到场分钟 合作起始 备注 状态 合作年数 创建时间');
  expect(filtersOf(agency).map(({ kind, label }) => kind + label).join(' ')).toBe(
    'text关键字 multi类别 check昼夜值守 numbers到场分钟 dates合作起始 multi状态');
  expect(formFields(agency, false).map(({ kind, label }) => kind + label).join(' ')).toBe(
    'text名称 select类别 text电话 switch昼夜值守 number到场分钟 date合作起始 text门禁 textarea备注');
  expect(defaultsOf(agency)).toEqual({ openAllDay: false });
});
`;

function run(script: string, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: COPY,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', VITEST: '' },
  });
  return { status, text: `${stdout}${stderr}` };
}

test('a noun that is listed and edited is at most seven files and 500 lines with its tests', () => {
  expect(blocks.map(({ path }) => path).filter((path) => !/agency/.test(path))).toEqual([]);
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.length).toBeLessThanOrEqual(7);
  expect(blocks.reduce((lines, { text }) => lines + text.trimEnd().split('\n').length, 0)).toBeLessThanOrEqual(500);
});

test(
  'its types hold from contract to screen, and it is written as the others are',
  () => {
    const include = ['src/features/agency', 'src/server/testing/globalSetup.ts'];
    writeFileSync(join(COPY, 'tsconfig.noun.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    expect(run('typescript/bin/tsc', '-p', 'tsconfig.noun.json')).toEqual({ status: 0, text: '' });
    const lint = run(
      '@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      '--vcs-enabled=false',
      'src/features/agency',
    );
    expect(lint.status, lint.text).toBe(0);
  },
  longest,
);

test(
  'its migration, calls, authorization cases and screen work without an edit elsewhere',
  () => {
    writeFileSync(join(COPY, 'src/features/agency/web/agency.test.ts'), screenTest);
    const names = 'agency|is added|is imported|refuses what|is looked at|^every endpoint of|^every table records';
    const files = ['src/features/agency', 'src/server/http/authorization.test.ts', 'src/server/db/migrate.test.ts'];
    const { status, text } = run('vitest/vitest.mjs', 'run', ...files, '-t', names);
    expect(status, text).toBe(0);
    expect(text).toContain('Tests');
  },
  longest,
);
