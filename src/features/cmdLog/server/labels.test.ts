import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { isLabel } from '#server/testing/label.ts';
import { describeChanges } from './changes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Columns that `record_change` leaves out. */
const neverRecorded = 'version updated_at updated_by grams password_hash token_hash'.split(' ');

/** Describes the change of each cell from null to its value. */
async function changesOf(cells: readonly { table: string; column: string; value: unknown }[]) {
  const rows = await describeChanges(
    cells.map(({ table, column, value }) => ({ table_name: table, row_id: '1', changes: { [column]: [null, value] } })),
  );
  return cells.flatMap(({ table, column, value }, index) => {
    const [change] = rows[index] ?? [];
    return change ? [{ place: `${table}.${column}`, value, change }] : [];
  });
}

test('every table and column whose changes are recorded has a word of the screens', async () => {
  const columns = await app.sql<{ table: string; column: string }>(
    `select distinct c.table_name as table, c.column_name as column from information_schema.columns c
     join pg_trigger t on t.tgrelid = format('%I', c.table_name)::regclass join pg_proc p on p.oid = t.tgfoid
     where c.table_schema = 'public' and p.proname = 'record_change' and c.column_name <> all($1) order by 1, 2`,
    [neverRecorded],
  );
  const changes = await changesOf(columns.map((column) => ({ ...column, value: 'x' })));
  expect(changes.length).toBeGreaterThan(300);
  expect(changes.filter(({ change }) => !isLabel(change.label) || !isLabel(change.tableName))).toEqual([]);
});

test('every code that the database limits a recorded column to is told by its label', async () => {
  const rules = await app.sql<{ table: string; column: string; rule: string }>(
    `select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as rule
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and cardinality(k.conkey) = 1
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where p.proname = 'record_change' order by 1, 2`,
  );
  const codes = rules
    .filter(({ rule }) => /^CHECK \(\(\w+ (= ANY|<@) /.test(rule))
    .flatMap(({ table, column, rule }) =>
      [...rule.matchAll(/'(\w+)'::text/g)].map(([, value]) => ({ table, column, value })),
    );
  const changes = await changesOf(codes);
  expect(changes.length).toBeGreaterThan(140);
  expect(changes.flatMap(({ place, value, change }) => (isLabel(change.new) ? [] : [`${place} ${value}`]))).toEqual([]);
});

test('a document is told part by part under the titles of its form, its codes by their labels', async () => {
  const ladder = [{ after: 60, target: 'leader', channels: ['sms', 'voice'] }];
  const [rung, levels] = await changesOf([
    { table: 'project', column: 'ladder', value: ladder },
    { table: 'project', column: 'warn_levels', value: { fall: 2 } },
  ]);
  expect(rung?.change.new).toBe('等待秒数 60，通知对象 班长，通知渠道 短信、语音电话');
  expect(levels?.change.new).toBe('跌倒 2');
});
