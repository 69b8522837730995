import type { Step, StepTools } from './step.ts';

/** Rows of a batch. */
const most = 500;

interface Person {
  id: string;
  id_no_tail: string | null;
  entry_note: string | null;
}

/** Door codes into the encrypted column, the end of the ID number into a keyed hash. Answers how many people moved. */
async function movePeople({ client, encrypt, searchHash }: StepTools): Promise<number> {
  const { rows } = await client.query<Person>(
    `select id::text, id_no_tail, entry_note from customer where id_no_tail is not null or entry_note is not null
     order by id limit ${most} for update`,
  );
  const moved = rows.map(({ id, id_no_tail: tail, entry_note: note }) => ({
    id,
    hash: tail === null ? null : searchHash(`tail:${tail}`).toString('hex'),
    cipher: note === null ? null : encrypt(note),
  }));
  await client.query(
    `update customer c set id_no_tail = null, entry_note = null, id_no_tail_hash = coalesce(decode(m.hash, 'hex'), c.id_no_tail_hash),
       entry_cipher = coalesce(m.cipher, c.entry_cipher)
     from jsonb_to_recordset($1::jsonb) as m (id bigint, hash text, cipher text) where c.id = m.id`,
    [JSON.stringify(moved)],
  );
  return rows.length;
}

/** What was told to whoever was sent, which says how to get in; the timeline reads it from there. */
async function moveDispatches({ client, encrypt }: StepTools): Promise<number> {
  const { rows } = await client.query<{ id: string; note: string }>(
    `select id::text, note from warn_dispatch where note is not null order by id limit ${most} for update`,
  );
  const moved = rows.map(({ id, note }) => ({ id, cipher: encrypt(note) }));
  await client.query(
    `update warn_dispatch d set note = null, note_cipher = m.cipher
     from jsonb_to_recordset($1::jsonb) as m (id bigint, cipher text) where d.id = m.id`,
    [JSON.stringify(moved)],
  );
  return rows.length;
}

interface Entry {
  id: string;
  at: string;
  table_name: string;
  row_id: string;
  trace_id: string | null;
  changes: Record<string, [unknown, unknown]>;
  text: string;
}

const hidden = (value: unknown) => (value === null ? null : '***');
const renamed: Record<string, string> = { entry_note: 'entry_cipher', note: 'note_cipher' };

/** The differences of a row of the log without what they said in clear: that it was changed stays. */
function redacted({ table_name, changes }: Entry): Entry['changes'] {
  const own = table_name === 'customer' ? ['entry_note', 'id_no_tail'] : ['note'];
  return Object.fromEntries(
    Object.entries(changes).flatMap(([column, values]): [string, [unknown, unknown]][] => {
      if (!own.includes(column)) return [[column, values]];
      const name = renamed[column];
      return name ? [[name, [hidden(values[0]), hidden(values[1])]]] : [];
    }),
  );
}

/** An import that overwrote a door code can still be undone: what stood there before is kept with its row, encrypted. */
async function keepBefore({ client, encrypt }: StepTools, entries: readonly Entry[]): Promise<void> {
  for (const { trace_id, row_id, changes } of entries) {
    const before = changes.entry_note?.[0];
    if (typeof before !== 'string') continue;
    await client.query(
      `update import_row set before_cipher = $3 where trace_id = $1 and object_id = $2::bigint and sheet = 0 and action = 'update'`,
      [trace_id, row_id, encrypt(JSON.stringify({ entry_cipher: before }))],
    );
  }
}

/** Takes clear text out of the log of differences, and says so for its seals. Answers how many rows it changed. */
async function redactLog(tools: StepTools): Promise<number> {
  const { client, sealDigest } = tools;
  // As the seals read a row.
  await client.query(`set local time zone 'UTC'`);
  const { rows } = await client.query<Entry>(
    `select id::text, at::text, table_name, row_id, trace_id, changes, row_to_json(l)::text as text from change_log l
     where (table_name = 'customer' and changes ?| array['id_no_tail', 'entry_note']) or (table_name = 'warn_dispatch' and changes ? 'note')
     limit ${most} for update`,
  );
  await keepBefore(
    tools,
    rows.filter((row) => row.table_name === 'customer'),
  );
  for (const row of rows) {
    const after = await client.query<{ text: string }>(
      'update change_log l set changes = $3 where at = $1 and id = $2 returning row_to_json(l)::text as text',
      [row.at, row.id, JSON.stringify(redacted(row))],
    );
    const former = sealDigest(row.text);
    const digest = sealDigest(after.rows[0]?.text ?? '');
    const proof = sealDigest(`redacted change_log ${row.id}`, former, digest);
    await client.query(
      `insert into log_redaction (log, row_id, former, digest, proof) values ('change_log', $1, $2, $3, $4)`,
      [row.id, former, digest, proof],
    );
  }
  return rows.length;
}

/** First the rows, then the log: of either a batch at a time. */
const step: Step = async (tools) =>
  (await movePeople(tools)) > 0 || (await moveDispatches(tools)) > 0 || (await redactLog(tools)) > 0;

export default step;
