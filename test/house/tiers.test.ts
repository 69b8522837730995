import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allArrows, arrowsOf, circular, drawnTiers, importsContract, platform, tableOwners, upward } from './tiers.ts';

const features = readdirSync(join(import.meta.dirname, '../../src/features'));
const tables = tableOwners(features);
const tiers = drawnTiers();
const arrows = allArrows(tables);
/** Imports outside pages: a page may call any feature, since it reads only contracts, and no contract reads a page. */
const behind = arrows.filter(({ label }) => !label.includes('/web/'));

test('ARCHITECTURE.md draws features that there are', () => {
  expect(tiers.size).toBeGreaterThan(40);
  expect([...tiers.keys()].filter((name) => name !== platform && !features.includes(name))).toEqual([]);
});

test('each table belongs to a feature or to the platform', () => {
  const nobodys = [...tables].filter(([, owner]) => owner !== platform && !features.includes(owner));
  expect(nobodys).toEqual([]);
  expect(tables.size).toBeGreaterThan(70);
});

test('no feature knows one above it, by import or by table', () => {
  expect(behind.length).toBeGreaterThan(200);
  expect(upward(behind, tiers).map(({ label }) => label)).toEqual([]);
});

test('features of a tier know each other in one direction', () => {
  expect(circular(behind.filter((arrow) => !importsContract(arrow))).map(({ label }) => label)).toEqual([]);
});

test('pages use the web/service.ts of another feature in one direction', () => {
  const between = arrows.filter(({ label }) => label.includes('/web/service.ts'));
  expect(circular(between).map(({ label }) => label)).toEqual([]);
});

test('an arrow is found however it is written', () => {
  const labelsOf = (file: string, source: string) => arrowsOf(file, source, tables).map(({ label }) => label);
  const region = 'src/features/region/server/x.ts';
  const found = [
    `import { raise } from '#features/warn/server/service.ts';`,
    `import type {\n  Raise,\n} from '#features/warn/contract.ts';`,
    `const late = () => import('#features/warn/server/service.ts');`,
    'sql`select 1 from region r, warn_step s`',
    'sql`select 1 from region left join "warn" w on true`',
    `db.selectFrom('region').innerJoin('warnTimer as t', 't.id', 'region.id')`,
    `db.selectFrom(['warn as w'])`,
    `scoped(viewer, 'warn')`,
    `tx.updateTable('warn')`,
    'sql`delete from only warn`',
    'sql`warn w where w.open`',
    '{ table: sql`warn` }',
    `for (const table of ['region', 'warn_step']) tx.deleteFrom(table)`,
  ].map((source) => labelsOf(region, source));
  expect(found.map(([first]) => first?.slice(region.length + 1))).toEqual([
    `imports '#features/warn/server/service.ts'`,
    `imports '#features/warn/contract.ts'`,
    `imports '#features/warn/server/service.ts'`,
    'reads warnStep',
    'reads warn',
    'reads warnTimer',
    'reads warn',
    'reads warn',
    'changes warn',
    'changes warn',
    'reads warn',
    'reads warn',
    'changes warnStep',
  ]);
  expect(labelsOf('src/server/x.ts', 'sql`select 1 from customer`')).toEqual(['src/server/x.ts reads customer']);
  expect(labelsOf(region, '// sql`select 1 from warn`')).toEqual([]);
  expect(labelsOf(region, 'sql`select name from "user" join role on true for update`')).toEqual([]);
  expect(labelsOf(region, 'sql`update "user" set name = null`')).toEqual([`${region} changes user`]);
});

test('an upward arrow and a circle are told, and what is not drawn stands above all', () => {
  const arrow = (from: string, to: string) => ({ from, to, label: `${from} ${to}` });
  const up = [arrow('region', 'warn'), arrow('platform', 'region'), arrow('warn', 'agency')];
  const down = [arrow('warn', 'region'), arrow('warn', 'platform'), arrow('agency', 'warn'), arrow('model', 'push')];
  expect(upward([...up, ...down], tiers)).toEqual(up);
  const circle = [arrow('model', 'push'), arrow('push', 'news'), arrow('news', 'model')];
  expect(circular([...circle, arrow('app', 'model')])).toEqual(circle);
});
