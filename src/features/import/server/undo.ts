import { sql } from 'kysely';
import { encrypt, searchHash } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { tailHash } from '#server/crud/storedValues.ts';
import { type Db, db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { JobCancelled, type JobResult, type RowProblem, type RunningJob } from '#server/jobs/jobs.ts';
import { amountOf, type importApi } from '#shared/contract/import.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Importer, ImportSheet } from './importer.ts';
import { type OverwrittenValues, readOverwritten, unsaidValue } from './overwrittenValues.ts';
import { type ImportState, importerOf, importState, nextPhase, optionsOf, sheetsOf } from './state.ts';

const batchSize = 100;

interface Written {
  sheet: number;
  row: number;
  action: string;
  objectId: string;
  trace: string;
}

/** Recorded change of a row, or of a row of its `part`, from the change log. */
interface Recorded {
  table_name: string;
  row_id: string;
  /** Row of the sheet. */
  object_id: string;
  action: string;
  changes: Record<string, [unknown, unknown]>;
  /** Name of the user who changed the row after the import. */
  touched_by: string | null;
  touched: boolean;
}

/** Starts undoing a finished import. 409 when nothing can be undone. */
export async function undoImport(
  viewer: Viewer,
  { jobId }: InputOf<typeof importApi.undoImport>,
): Promise<ImportState> {
  const { phase, written } = await importState(viewer, jobId);
  // A cancelled or failed import can be undone as far as it was written.
  const from = phase === 'preview' && written > 0 ? 'preview' : 'imported';
  return nextPhase(viewer, jobId, from, { phase: 'undo' }, '这次导入没有可以撤销的内容');
}

async function writtenRows(jobId: string): Promise<Written[]> {
  const rows = await db
    .selectFrom('importRow')
    .select(['sheet', 'rowNo', 'action', 'objectId', 'traceId'])
    .where('jobId', '=', jobId)
    .where('state', '=', 'done')
    .orderBy('sheet')
    .orderBy('rowNo', 'desc')
    .execute();
  return rows.map((row) => ({
    sheet: row.sheet,
    row: row.rowNo,
    action: row.action,
    objectId: row.objectId ?? '0',
    trace: row.traceId ?? '',
  }));
}

/**
 * Returns what the rows' transaction recorded, newest first. All rows of an import have one trace: as an expression it is no
 * index condition, so that the few rows of a batch are found by their ids and not among all.
 */
async function recordedChangesOf(tx: Db, { table, part }: ImportSheet, rows: Written[]): Promise<Recorded[]> {
  const ids = rows.map((row) => row.objectId);
  const { table: partTable = table, column = 'id' } = part ?? {};
  const trace = rows[0]?.trace ?? '';
  return tx.rows(sql<Recorded>`
    with written as (
      select c.*, c.row_id as object_id from change_log c where c.table_name = ${table} and c.row_id = any(${ids}::text[]) and c.trace_id || '' = ${trace}
      union all
      select c.*, coalesce(c.changes -> ${column} ->> 1, c.changes -> ${column} ->> 0,
        (select p.${sql.ref(column)}::text from ${sql.table(partTable)} p where p.id = c.row_id::bigint))
      from change_log c where ${part !== undefined} and c.table_name = ${partTable} and c.trace_id = ${trace})
    select w.table_name, w.row_id, w.object_id, w.action, w.changes, later.id is not null as touched, u.name as touched_by
    from written w
    left join lateral (
      select l.id, l.actor_id from (
        select w.table_name as name, w.row_id as row_id union select ${table}, w.object_id
        union select ${partTable}, p.id::text from ${sql.table(partTable)} p where p.${sql.ref(column)} = w.object_id::bigint) k
      join change_log l on l.table_name = k.name and l.row_id = k.row_id and l.at > w.at and l.trace_id is distinct from ${trace} order by l.at desc limit 1) later on true
    left join "user" u on u.id = later.actor_id
    where w.object_id = any(${ids}::text[]) order by w.at desc, w.id desc`);
}

function touchedReason({ touched, touched_by }: Recorded): string | null {
  return touched ? `导入之后已被 ${touched_by ?? '系统'} 修改，没有撤销` : null;
}

/**
 * Returns the former value of a column; an encrypted one is encrypted again from the text stored with the import's row.
 */
function formerValue(field: string, recorded: unknown, overwritten: OverwrittenValues): unknown {
  if (recorded !== unsaidValue || !field.endsWith('_cipher')) return recorded;
  const text = overwritten[field];
  if (text === undefined) throw new Error(`nothing was kept of ${field}`);
  return text === null ? null : encrypt(text);
}

/** Returns the search hashes, by column, that belong to the former texts: the change log does not have them. */
function formerHashes(present: readonly string[], overwritten: OverwrittenValues): Record<string, string | null> {
  const bytes = (hash: Buffer) => `\\x${hash.toString('hex')}`;
  const hashes = Object.entries(overwritten).flatMap(([column, text]): [string, string | null][] => {
    const name = column.replace(/_cipher$/, '');
    return [
      [`${name}_hash`, text === null ? null : bytes(searchHash(text))],
      [`${name}_tail_hash`, text === null ? null : bytes(tailHash(text.slice(-4)))],
    ];
  });
  return Object.fromEntries(hashes.filter(([column]) => present.includes(column)));
}

/**
 * Restores the former values of an overwritten row; columns and table come from the migrated schema, never from input.
 */
async function restoreRow(
  tx: Db,
  viewer: Viewer,
  { table_name: table, row_id: id, changes }: Recorded,
  overwritten: OverwrittenValues,
): Promise<void> {
  // A later migration may have dropped a column.
  const present = await tx.rows(sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`);
  const names = present.map(({ name }) => name);
  const recorded = names.flatMap((name): [string, unknown][] => {
    const values = changes[name];
    return values ? [[name, formerValue(name, values[0], overwritten)]] : [];
  });
  const old = { ...Object.fromEntries(recorded), ...formerHashes(names, overwritten) };
  const columns = Object.keys(old).map((name) => sql.ref(name));
  if (columns.length === 0) return;
  const list = sql.join(columns, sql`, `);
  await sql`
    update ${sql.table(table)} t set (${list}) = (select ${list} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(old)}::jsonb)),
      updated_at = now(), updated_by = ${viewer.userId} where t.id = ${id}`.execute(tx);
  await sql`update ${sql.table(table)} set version = version + 1 where id = ${id}`.execute(tx);
}

async function removeNew(tx: Db, table: string, viewer: Viewer, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${sql.table(table)} set deleted_at = now(), updated_at = now(), updated_by = ${viewer.userId}
    where id = any(${ids}::bigint[]) and deleted_at is null`.execute(tx);
}

/** Undoes the changes of rows that belong to others, newest first. */
async function undoParts(tx: Db, viewer: Viewer, changes: readonly Recorded[]): Promise<void> {
  for (const change of changes) {
    if (change.action === 'insert') await removeNew(tx, change.table_name, viewer, [change.row_id]);
    else await restoreRow(tx, viewer, change, {});
  }
}

async function markRows(tx: Db, jobId: string, rows: Written[], reasons: Map<string, string>): Promise<void> {
  const marks = rows.map(({ sheet, row, objectId }) => ({ sheet, row, reason: reasons.get(objectId) ?? null }));
  await sql`
    update import_row r set state = case when m.reason is null then 'undone' else 'refused' end, reason = m.reason
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (sheet int, row int, reason text)
    where r.job_id = ${jobId} and r.sheet = m.sheet and r.row_no = m.row`.execute(tx);
}

/** Row that could not be undone, with the index of its sheet. */
type RemainingRow = RowProblem & { sheet: number };

/** Undoes one batch of one sheet in one transaction; returns the rows that remain. */
async function undoBatch(
  ctx: CommandContext,
  importer: Importer,
  job: RunningJob,
  rows: Written[],
): Promise<RemainingRow[]> {
  const { tx } = ctx;
  const sheet = rows[0]?.sheet ?? 0;
  const spec = importer.sheets[sheet];
  if (!spec) throw new Error(`the import has no sheet ${sheet}`);
  const { table } = spec;
  const changes = await recordedChangesOf(tx, spec, rows);
  const news = rows.filter((row) => row.action === 'insert').map((row) => row.objectId);
  const reasons = await importer.inUse(tx, sheet, news, job.id);
  for (const change of changes) {
    const reason = touchedReason(change);
    if (reason) reasons.set(change.object_id, reason);
  }
  const all = rows.map((row) => row.objectId);
  for (const [id, reason] of (await importer.editedSince?.(tx, sheet, all, rows[0]?.trace ?? '')) ?? [])
    if (!reasons.has(id)) reasons.set(id, reason);
  const free = rows.filter((row) => !reasons.has(row.objectId));
  const added = free.filter((row) => row.action === 'insert').map((row) => row.objectId);
  if (importer.remove) await importer.remove(ctx, job.viewer, added);
  else await removeNew(tx, table, job.viewer, added);
  const overwritten = free.filter((row) => row.action === 'update');
  const restored = new Set(overwritten.map((row) => row.objectId));
  for (const change of changes.filter((c) => c.table_name === table && restored.has(c.object_id)))
    await restoreRow(tx, job.viewer, change, await readOverwritten(tx, job.id, sheet, change.object_id));
  const undone = new Set(free.map((row) => row.objectId));
  await undoParts(
    tx,
    job.viewer,
    changes.filter((c) => c.table_name !== table && undone.has(c.object_id)),
  );
  await importer.restored(
    ctx,
    sheet,
    overwritten.map((row) => row.objectId),
    { jobId: job.id, viewer: job.viewer },
  );
  await markRows(tx, job.id, rows, reasons);
  return rows.flatMap((row) => {
    const msg = reasons.get(row.objectId);
    return msg ? [{ sheet, row: row.row, column: spec.title, msg }] : [];
  });
}

function cancelledAfter(undone: number, remaining: number): JobCancelled {
  return new JobCancelled(`已取消：撤销了 ${undone} 行，其余 ${remaining} 行还在，可以继续撤销`);
}

/**
 * Undoes the written rows sheet by sheet in batches; `step` gets the counts of processed and of remaining rows. Returns
 * the rows that remain.
 */
async function undoInBatches(
  job: RunningJob,
  importer: Importer,
  rows: readonly Written[],
  step: (done: number, refused: number) => Promise<void>,
): Promise<RemainingRow[]> {
  const refused: RemainingRow[] = [];
  let done = 0;
  for (const sheet of importer.sheets.keys()) {
    const sheetRows = rows.filter((row) => row.sheet === sheet);
    for (let offset = 0; offset < sheetRows.length; offset += batchSize) {
      await step(done, refused.length);
      const batch = sheetRows.slice(offset, offset + batchSize);
      refused.push(...(await command(job.viewer, (ctx) => undoBatch(ctx, importer, job, batch))));
      done += batch.length;
    }
  }
  return refused;
}

/** Third phase: soft-deletes new rows and restores overwritten ones; rows changed since remain, with the reason. */
export async function undoRows(job: RunningJob): Promise<JobResult> {
  const importer = await importerOf(String(job.input.path), optionsOf(job.input));
  const rows = await writtenRows(job.id);
  if (rows.length === 0) throw new Problem(409, '没有可以撤销的行');
  const refused = await undoInBatches(job, importer, rows, (done, stay) =>
    job.progress(done, rows.length).catch((error: unknown) => {
      throw error instanceof JobCancelled ? cancelledAfter(done - stay, rows.length - done) : error;
    }),
  );
  const stays = new Set(refused.map(({ sheet, row }) => `${sheet}.${row}`));
  const sheets = sheetsOf(importer)
    .map((sheet, place) => {
      const sheetRows = rows.filter((row) => row.sheet === place);
      const kept = sheetRows.filter(({ row }) => stays.has(`${place}.${row}`)).length;
      return { ...sheet, taken: sheetRows.length - kept, kept };
    })
    .filter(({ taken, kept }) => taken + kept > 0);
  const taken = `撤销了 ${amountOf(sheets, (sheet) => sheet.taken)}`;
  return {
    message: refused.length > 0 ? `${taken}，${amountOf(sheets, (sheet) => sheet.kept)}没有撤销` : taken,
    errors: refused.map(({ sheet: _sheet, ...problem }) => problem),
    result: { phase: 'undone' },
  };
}

/**
 * Undoes the rows of a failed all-or-nothing import, which wait again. Returns the count of rows that remain because
 * they were changed meanwhile.
 */
export async function unwriteRows(job: RunningJob, importer: Importer): Promise<number> {
  const refused = await undoInBatches(job, importer, await writtenRows(job.id), async () => undefined);
  await sql`
    update import_row set state = 'waiting', trace_id = null, before_cipher = null, object_id = case when action = 'update' then object_id end
    where job_id = ${job.id} and state = 'undone'`.execute(db);
  return refused.length;
}
