import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allArrows, arrowsOf, circular, drawnTiers, pairOf, platform, tableOwners, upward } from './tiers.ts';

/** Arrows that are still there and should not be, each with the reason. */
const remaining: Record<string, string> = {
  'activation → open': 'links of all kinds share the count of tries',
  'app → open': 'the same',
  'customer → warn': 'who has an alarm of a person in hand may see more; imported people with alarms stay',
  'department → customer': 'what holds a department back from deletion is counted here',
  'department → equipment': 'the same',
  'department → role': 'a merge moves the departments of roles',
  'department → user': 'leaders are found among the people that somebody sees',
  'department → warn': 'what holds a department back from deletion is counted here',
  'dictionary → user': 'the button that loads everything anew',
  'equipment → customer': 'the list of devices shows whom they belong to',
  'equipment → warn': 'a batch of messages raises its alarms',
  'field → notice': 'administrators are told of looks behind masks',
  'field → project': 'a project has its own terms of looks',
  'file → project': 'files belong somewhere',
  'login → app': 'the login page tells what an application learns',
  'menu → menuApi': 'the seed of the menu writes its endpoints',
  'menu → role': 'the seed of the menu gives roles their rights',
  'menuApi → user': 'endpoints tell who may call them',
  'model → equipment': 'demo models stay while devices are of them',
  'notice → user': 'readers are found among the people that somebody sees',
  'platform → customer': 'the simulator looks for demo people',
  'platform → equipment': 'the simulator looks for demo devices',
  'platform → warn': 'the simulator stops at five open alarms',
  'project → app': 'the page of a project tells which applications its people use',
  'project → customer': 'the page of a project shows its people',
  'project → equipment': 'the page of a project shows its devices',
  'project → user': 'the page of a project shows who works for it',
  'project → warn': 'the page of a project shows its alarms',
  'search → user': 'the search finds screens by the menu of a person',
  'user → app': 'tokens of a person end with the account',
  'user → customer': 'demo rows forget who wrote them',
  'user → login': 'a locked account is unlocked with a new password',
  'user → warn': 'demo rows forget who wrote them',
  'warn → share': 'the sheet of an alarm is what a link shows',
};

const features = readdirSync(join(import.meta.dirname, '../../src/features'));
const tables = tableOwners(features);
const tiers = drawnTiers();
const arrows = allArrows(tables);
/** A page may call what another feature beside it offers: contracts import no page. */
const behind = arrows.filter(({ at }) => !at.includes('/web/'));

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
  const wrong = upward(arrows, tiers).filter((arrow) => !remaining[pairOf(arrow)]);
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

test('features of a tier know each other in one direction', () => {
  const judged = behind.filter((arrow) => !remaining[pairOf(arrow)]);
  expect(circular(judged).map(({ at }) => at)).toEqual([]);
});

test('an exception stands only while it is needed', () => {
  const judged = behind.filter((arrow) => !remaining[pairOf(arrow)]);
  const needed = [...upward(arrows, tiers), ...behind].filter(
    (arrow) => upward([arrow], tiers).length > 0 || circular([...judged, arrow]).includes(arrow),
  );
  const pairs = new Set(needed.map(pairOf));
  expect(Object.keys(remaining).filter((pair) => !pairs.has(pair))).toEqual([]);
});

test('an arrow is found however it is written', () => {
  const at = (file: string, source: string) => arrowsOf(file, source, tables).map(({ at }) => at);
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
  ].map((source) => at(region, source));
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
  ]);
  expect(at('src/server/x.ts', 'sql`select 1 from customer`')).toEqual(['src/server/x.ts reads customer']);
  expect(at(region, '// sql`select 1 from warn`')).toEqual([]);
  expect(at(region, 'sql`select name from "user" join role on true for update`')).toEqual([]);
  expect(at(region, 'sql`update "user" set name = null`')).toEqual([`${region} changes user`]);
});

test('an upward arrow and a circle are told, and what is not drawn stands above all', () => {
  const arrow = (from: string, to: string) => ({ from, to, at: `${from} ${to}` });
  const up = [arrow('region', 'warn'), arrow('platform', 'region'), arrow('warn', 'agency')];
  const down = [arrow('warn', 'region'), arrow('warn', 'platform'), arrow('agency', 'warn'), arrow('model', 'push')];
  expect(upward([...up, ...down], tiers)).toEqual(up);
  const circle = [arrow('model', 'push'), arrow('push', 'news'), arrow('news', 'model')];
  expect(circular([...circle, arrow('app', 'model')])).toEqual(circle);
});
