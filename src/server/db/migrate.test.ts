import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { storedColumns } from '#server/crud/table.ts';
import { findFeatures } from '#server/feature/extensions.ts';
import { freshDatabase, type TestDatabase } from '#server/testing/database.ts';
import { canBeEmpty, type Field } from '#shared/resourceField.ts';
import { migrate } from './migrate.ts';
import { snakeCase } from './names.ts';
import { ownedTables } from './scoped.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Creates an empty database next to the migrated one. */
async function emptyDatabase(): Promise<{ url: string; run<T>(text: string): Promise<T[]>; drop(): Promise<void> }> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  const name = `empty_${process.pid}_${Date.now()}`;
  await server.query(`create database ${name}`);
  const url = new URL(inject('databaseServerUrl'));
  url.pathname = name;
  return {
    url: url.href,
    run: async <T>(text: string) => {
      const connection = new pg.Client({ connectionString: url.href });
      await connection.connect();
      const { rows } = await connection.query(text);
      await connection.end();
      return rows as T[];
    },
    drop: async () => {
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

describe('migrations', () => {
  test('are applied once, also by many nodes at the same time, without partitions of telemetry', async () => {
    const empty = await emptyDatabase();
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(empty.url)));
    const names = await empty.run<{ name: string }>('select name from migration order by name');
    expect(applied.flat().sort()).toEqual(names.map((row) => row.name));
    expect(await migrate(empty.url)).toEqual([]);
    // A later migration shortens the retention of readings.
    const leaves = `select 1 from pg_inherits where inhparent in ('reading'::regclass, 'reading_hour'::regclass, 'position'::regclass)`;
    expect(await empty.run(leaves)).toEqual([]);
    await empty.drop();
  });

  test('a file that was changed after it had been applied stops the start', async () => {
    await client.query(`update migration set hash = 'other' where name like '0001%'`);
    await expect(migrate(database.url)).rejects.toThrow('was changed after it had been applied');
  });

  test('ids of a slice begin at slice × 2⁴⁴, and the slice of an existing database stays', async () => {
    const empty = await emptyDatabase();
    await migrate(empty.url, 7);
    const next = async () => (await empty.run<{ id: string }>(`select nextval('id_seq')::text as id`))[0]?.id;
    expect(BigInt((await next()) ?? 0) >> 44n).toBe(7n);
    await migrate(empty.url, 9);
    expect(BigInt((await next()) ?? 0) >> 44n).toBe(7n);
    await empty.drop();
  });

  test('the first claim of an alarm is read from its steps, without any from the claim that holds', async () => {
    const empty = await emptyDatabase();
    await migrate(empty.url, 0, '0290');
    await empty.run(`insert into department (id, path, name, type) values (1, '{1}', '服务中心', 'community');
      insert into project (id, code, name, department_id) values (1, 'p', 'p', 1);
      insert into warn (id, no, type, family, level, subject, department_id, project_id, received_at, last_at, waiting_since, last_step_at, claimed_at)
      select id, id, 'sos', 'sos', 1, id, 1, 1, t, t, t, t, claimed from (select timestamptz '2026-11-20T01:00Z' as t) n,
        (values (1, null::timestamptz), (2, '2026-11-20T01:11:34Z'), (3, null), (4, '2026-11-20T01:00:20Z')) w (id, claimed);
      insert into warn_step (warn_id, kind, at) values (2, 'claimed', '2026-11-20T01:00:18Z'), (2, 'released', '2026-11-20T01:01Z'),
        (2, 'claimed', '2026-11-20T01:11:34Z'), (3, 'claimed', '2026-11-20T01:00:30Z'), (3, 'released', '2026-11-20T01:01Z')`);
    await migrate(empty.url, 0, '0291');
    const seconds = 'extract(epoch from first_claimed_at - received_at)::int as seconds';
    const rows = await empty.run<{ seconds: number | null }>(`select ${seconds} from warn order by id`);
    expect(rows.map((row) => row.seconds)).toEqual([null, 18, 30, 20]);
    await empty.drop();
  });

  test('民族 in words becomes its code, what names none stays, and work in the log gets its title', async () => {
    const empty = await emptyDatabase();
    await migrate(empty.url, 0, '0410');
    await empty.run(`insert into department (id, path, name, type) values (1, '{1}', '服务中心', 'community');
      insert into project (id, code, name, department_id) values (1, 'p', 'p', 1);
      insert into customer (no, name, department_id, project_id, ethnicity)
      select n, n, 1, 1, e from unnest(array['汉族', ' 土家', '混血', null]) with ordinality t (e, n);
      insert into schedule_log (name, started_at, duration_ms, result, node)
      select n, now(), 1, 'done', 'x' from unnest(array['backup', 'gone.work', '客户导入']) n`);
    await migrate(empty.url, 0, '0412');
    const customers = await empty.run<{ ethnicity: string | null; logged: boolean }>(
      `select ethnicity, exists (select 1 from change_log where action = 'update' and row_id = customer.id::text) as logged from customer order by no`,
    );
    expect(customers.map(({ ethnicity }) => ethnicity)).toEqual(['01', '15', '混血', null]);
    expect(customers.some(({ logged }) => logged)).toBe(false);
    const works = await empty.run<{ title: string }>('select title from schedule_log order by name');
    expect(works.map(({ title }) => title)).toEqual(['数据备份', '后台任务', '客户导入']);
    await empty.drop();
  });
});

test('a number of a device without a card becomes a card without ICCID; cards that are there stay', async () => {
  const empty = await emptyDatabase();
  await migrate(empty.url, 0, '0480');
  await empty.run(`insert into department (id, path, name, type) values (1, '{1}', '服务中心', 'community');
    insert into project (id, code, name, department_id) values (1, 'p', 'p', 1);
    insert into model (id, code, name, kind, protocol) values (1, 'm', 'm', 'watch', 'watch');
    insert into equipment (id, sn, name, model_id, department_id, project_id, iccid, number, sim_expire_date, deleted_at)
    values (11, 'a', 'a', 1, 1, 1, '8986001', '1', '2027-01-01', null), (12, 'b', 'b', 1, 1, 1, null, '2', null, null),
      (13, 'c', 'c', 1, 1, 1, null, null, '2027-02-01', null), (14, 'd', 'd', 1, 1, 1, null, null, null, null), (15, 'e', 'e', 1, 1, 1, null, '5', null, now())`);
  await migrate(empty.url, 0, '0481');
  const cards = await empty.run(
    `select equipment_id::int as id, iccid, number, expire_date::text as day from sim where deleted_at is null order by 1`,
  );
  expect(cards).toEqual([
    { id: 11, iccid: '8986001', number: '1', day: '2027-01-01' },
    { id: 12, iccid: null, number: '2', day: null },
    { id: 13, iccid: null, number: null, day: '2027-02-01' },
  ]);
  await empty.drop();
});

interface Column {
  name: string;
  type: string;
  required: boolean;
}

const records = (await findFeatures()).flatMap(({ resource: record }) => (record ? [record] : []));

test.each(records.map((record): [string, typeof record] => [record.name, record]))(
  'the fields of %s are columns of its table: same types and what may be empty',
  async (name, { fields }) => {
    const { rows } = await client.query<Column>(
      `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required from pg_attribute
     where attrelid = to_regclass(quote_ident($1)) and attnum > 0 and not attisdropped`,
      [snakeCase(name)],
    );
    const byName = new Map(rows.map((column) => [column.name, column]));
    for (const { field, column, type } of storedColumns(fields)) {
      const required = !emptyInRow(fields[field]);
      expect(byName.get(column), field).toEqual({ name: column, type, required });
    }
  },
);

/** Returns whether the column accepts null; a generated or derived column may be written as null. */
function emptyInRow(options: Partial<Field> = {}): boolean {
  return options.output ? JSON.stringify(options.output).includes('"null"') : canBeEmpty(options);
}

/** Tables without a change log, each with its reason. */
const unrecorded: Record<string, string> = {
  scale_version: 'never changes',
  physical_form: 'belongs to a row of `physical`, which is recorded; it is encrypted or follows from what was entered',
  vapid_key: 'made by the product itself, once',
  app_code: 'lives a minute',
  assessment_form: 'keeps who gave each answer, and the answer before',
  assessment_signature: 'is itself the record of who signed what and when',
  app_ticket: 'opened once, lives minutes',
  app_token: 'given and taken back in its own columns',
  captcha: 'lives two minutes',
  backup: 'is itself the record of what was made; who asked is in the command log',
  backup_alarm: 'a mark of what was told',
  cache_version: 'a counter',
  cmd_log: 'is itself a log',
  change_log: 'is itself a log',
  customer_health_change: 'is itself the record of what changed',
  customer_reminder: 'is itself the record of what was told and when',
  customer_user_session: 'given and taken back in its own columns',
  daily_number: 'a counter',
  device_state: 'changes with each message; what came is in raw_message',
  display_key: 'given and taken back in its own columns',
  device_attribute: 'told by the device, or asked of it, which the command log records',
  device_attribute_change: 'what was asked of the device, on its way',
  equipment_command: 'is itself the record of what was asked of a device, by whom, and what came of it',
  equipment_command_interval: 'follows from the emergency that asks for it, which is recorded',
  equipment_heartbeat: 'changes every few seconds',
  equipment_state_change: 'only added to: it is itself the record',
  event: 'is itself a log',
  health_note: 'is only added to: words of a step, which is itself the record',
  health_state: 'follows from readings',
  health_warn: 'follows from the judge of readings; the alarm itself is recorded',
  fence_alarm: 'follows from what the judge of fences does; the alarm itself is recorded',
  fence_event: 'is itself a log',
  fence_judge: 'moves with each run of the judge',
  fence_state: 'follows from positions',
  fence_watch: 'follows from the hours of the fence',
  feed_position: 'moves with each batch that a consumer has done',
  channel_state: 'when a channel last worked, written with each message',
  gateway_beat: 'signs of life, counted',
  gateway_child: 'what a gateway says of its children',
  gateway_link: 'follows from the connection of the gateway',
  import_row: 'an upload between preview and undo; what it writes is recorded where it is written',
  job: 'progress of long work; what it writes is recorded where it is written',
  key_check: 'written once',
  key_rotation: 'is itself the record of when a key was changed',
  lease: 'changes every few seconds',
  list_setting: 'how somebody likes their own lists',
  login_guard: 'counts failures; each is in login_log',
  log_drop: 'says what retention took of a log; its proof is keyed',
  log_redaction: 'says what a migration took out of a log; its proof is keyed',
  login_log: 'is itself a log',
  login_ticket: 'lives five minutes; its use is in login_log',
  handover_note: 'only added to: the sheet is the record',
  shift_gap: 'is itself the record of when nobody was on duty',
  menu_api_seed: 'a mark of what was seeded',
  migration: 'written by the migration runner alone',
  news_view: 'counts who read an article',
  notification: 'is itself the record of who was told what and how far it came',
  notification_about: 'written once, with its row of notification',
  notice_receipt: 'is itself the record of who read what and when',
  placed_count: 'follows from the rows that it counts',
  position: 'telemetry',
  presence: 'changes every few seconds',
  project_reminder: 'is itself the record of what was told and when',
  push_log: 'is itself a log',
  push_nonce: 'lives minutes',
  push_source_version: 'is itself the record of what a mapping was',
  raw_message: 'telemetry',
  reading: 'telemetry',
  reading_alarm: 'a mark of what was told',
  reading_aside: 'is itself the record of what could not be settled',
  reading_hour: 'follows from the readings that it sums up',
  reading_kept: 'telemetry that outlives its partition',
  reading_latest: 'follows from the readings',
  reading_note: 'is itself the record of who entered, replaced or withdrew a value',
  reading_person: 'follows from the readings',
  reading_queue: 'lives seconds',
  reveal_look: 'counts looks of an hour; each is in the command log',
  schedule_log: 'is itself a log',
  seal: 'is itself a log',
  sleep_maker_night: 'what a maker sent; what came is in the push log',
  sleep_stale: 'marks of nights that are computed next',
  session: 'its begin and end are in login_log and its own columns',
  share: 'given and taken back in its own columns; each look is in the command log',
  sim_reminder: 'is itself the record of what was told and when',
  unknown_message: 'telemetry',
  warn_link: 'given to somebody outside; each answer is a step of the timeline, each call in the command log',
  user_activation: 'a hash that ends with its use; who made a link and who used it is in the command log',
  warn_heartbeat: 'changes every second',
  warn_draft: 'lives until it is written down or the alarm is finished',
  warn_step: 'only added to: the timeline is the record',
  warn_emergency_list: 'says when a list was taken, which the log of what was done says too',
  warn_timer: 'what fired is in the timeline',
};

test('every table records its changes, or has a reason not to', async () => {
  const rows = await client.query<{ name: string; recorded: boolean }>(
    `select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_change') as recorded
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const silent = rows.rows.filter((row) => !row.recorded).map((row) => row.name);
  expect(silent.filter((name) => !(name in unrecorded))).toEqual([]);
  expect(Object.keys(unrecorded).filter((name) => !silent.includes(name))).toEqual([]);
});

test('every owned table carries department and project itself; telemetry carries the project', async () => {
  const has = async (column: string) =>
    (
      await client.query<{ name: string }>(
        `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
         where a.attname = $1 and a.attnotnull order by 1`,
        [column],
      )
    ).rows.map((row) => row.name);
  for (const table of [...Object.keys(ownedTables), 'event']) {
    expect(await has('department_id')).toContain(table);
    expect(await has('project_id')).toContain(table);
  }
  for (const table of ['raw_message', 'reading', 'position', 'device_state'])
    expect(await has('project_id')).toContain(table);
});
