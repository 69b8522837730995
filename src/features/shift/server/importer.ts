import { sql } from 'kysely';
import type { CellProblem, FileRow, Importer, ImportSheet, JudgedRow } from '#features/import/server/service.ts';
import { shiftApi, shiftNames, shiftTimes } from '#features/shift/contract.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any, bigints } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import { keysOf } from '#shared/codes.ts';
import { judgePerson, lockPeople, overlap, timeProblem } from './judge.ts';
import { insertTurn } from './write.ts';

const sheet: ImportSheet = {
  title: '排班',
  table: 'shift_turn',
  columns: [
    { key: 'account', title: '账号', required: true, hint: '登录账号', example: 'operator1' },
    { key: 'day', title: '日期', required: true, hint: '班次开始的日期，YYYY-MM-DD', example: '2030-01-31' },
    { key: 'shift', title: '班次', required: true, hint: Object.values(shiftNames).join('、'), example: '早班' },
    { key: 'seat', title: '坐席', hint: '坐席号，最多20个字', example: '01' },
    { key: 'begin', title: '开始', hint: 'HH:mm；早班、中班、晚班可不填', example: '08:00' },
    { key: 'end', title: '结束', hint: 'HH:mm；早于开始为次日；早班、中班、晚班可不填', example: '16:00' },
  ],
};

/** A row as it is written. */
interface Turn {
  userId: string;
  shift: keyof typeof shiftNames;
  seat: string | null;
  from: string;
  until: string;
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const date = /^\d{4}-\d{2}-\d{2}$/;

type Meant = { errors: CellProblem[]; shift: Turn['shift'] | undefined; begin: string; end: string };

/** What the cells say of day, name and clock. */
function meant({ cells }: FileRow): Meant {
  const errors: CellProblem[] = [];
  const shift = keysOf(shiftNames).find((key) => shiftNames[key] === cells.shift);
  if (!shift) errors.push({ column: '班次', msg: `班次须是${Object.values(shiftNames).join('、')}之一` });
  if (!date.test(cells.day ?? '') || Number.isNaN(Date.parse(cells.day ?? '')))
    errors.push({ column: '日期', msg: '日期格式应为YYYY-MM-DD' });
  if ((cells.seat ?? '').length > 20) errors.push({ column: '坐席', msg: '坐席最多20个字' });
  const { begin, end } = hoursOf(cells, shift);
  if (shift && !clock.test(begin)) errors.push({ column: '开始', msg: '请填写开始时间，如08:00' });
  if (shift && !clock.test(end)) errors.push({ column: '结束', msg: '请填写结束时间，如16:00' });
  return { errors, shift, begin, end };
}

/** Beginning and end as they are filled in, else those of the template; '' where neither says it. */
function hoursOf(cells: FileRow['cells'], shift: Turn['shift'] | undefined): { begin: string; end: string } {
  const usual = shift && shift !== 'other' ? shiftTimes[shift] : undefined;
  const begin = cells.begin ?? usual?.from ?? '';
  if (cells.end !== undefined || !usual) return { begin, end: cells.end ?? '' };
  const hour = (Number(begin.slice(0, 2)) + usual.hours) % 24;
  return { begin, end: `${String(hour).padStart(2, '0')}${begin.slice(2)}` };
}

/** Instants of the clock times on a day of the zone; an end that is not after the beginning is the next day's. */
async function spans(zone: string, asked: readonly { day: string; begin: string; end: string }[]) {
  const found = await sql<{ from: string; until: string }>`
    select (day::date + begin::time) at time zone ${zone} as "from",
      (day::date + "end"::time + case when "end"::time <= begin::time then interval '1 day' else interval '0' end) at time zone ${zone} as until
    from jsonb_to_recordset(${JSON.stringify(asked.map((one, place) => ({ ...one, place })))}::jsonb) as r (place int, day text, begin text, "end" text)
    order by place`.execute(db);
  return found.rows;
}

async function accountsOf(viewer: Viewer): Promise<Map<string, string>> {
  const ids = (await colleaguesOf(viewer, 'warn:claim')).map(({ id }) => id);
  const found = await sql<{ id: string; account: string }>`
    select id::text, lower(account) as account from "user" where id = any(${bigints(ids)})`.execute(db);
  return new Map(found.rows.map((row) => [row.account, row.id]));
}

async function judge(viewer: Viewer, rows: readonly FileRow[], duplicates: 'skip' | 'overwrite'): Promise<JudgedRow[]> {
  const [accounts, zone] = [await accountsOf(viewer), await viewerZone(db, viewer)];
  const read = rows.map((row) => ({ row, ...meant(row) }));
  const sound = read.filter(({ errors }) => errors.length === 0);
  const times = await spans(
    zone,
    sound.map(({ row, begin, end }) => ({ day: row.cells.day ?? '', begin, end })),
  );
  const timeOf = new Map(sound.map((one, index) => [one.row, times[index]]));
  const taken: Turn[] = [];
  const judged: JudgedRow[] = [];
  for (const { row, errors, shift } of read) {
    const span = timeOf.get(row);
    const userId = accounts.get((row.cells.account ?? '').trim().toLowerCase());
    if (!userId) errors.push({ column: '账号', msg: '没有这个账号，或不在你的范围，或没有接警的权限' });
    if (!span || !userId || !shift) {
      judged.push({ errors, action: 'insert', data: null, objectId: null });
      continue;
    }
    const turn: Turn = { userId, shift, seat: row.cells.seat?.trim() || null, ...span };
    const known = await knownTurn(userId, span.from);
    for (const msg of await problemsOf(viewer, turn, known, taken)) errors.push({ column: '日期', msg });
    taken.push(turn);
    const repeated = duplicates === 'skip' ? 'skip' : 'update';
    judged.push({ errors, action: known ? repeated : 'insert', data: turn, objectId: known });
  }
  return judged;
}

/** What is wrong with the time of a turn, beside those of the rows before it and those that are kept. */
async function problemsOf(
  viewer: Viewer,
  turn: Turn,
  known: string | null,
  before: readonly Turn[],
): Promise<string[]> {
  const { userId, from, until } = turn;
  const inSheet = before.some((one) => one.userId === userId && one.from < until && one.until > from);
  const over = await overlap(db, viewer, turn, known ? [known] : []);
  return [timeProblem(turn)?.msg, inSheet ? '与表中前面的行时间重叠' : null, over].filter(
    (msg) => typeof msg === 'string',
  );
}

/** The turn of the person that begins at that very moment. */
async function knownTurn(userId: string, from: string): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select id::text from shift_turn where user_id = ${userId} and from_at = ${from}::timestamptz and deleted_at is null`.execute(
    db,
  );
  return found.rows[0]?.id ?? null;
}

/** A roster from a sheet: a turn of the same person that begins at the same time is the one that is meant. */
const importer: Importer = {
  path: shiftApi.importRoster.path,
  name: '排班',
  sheets: [sheet],
  judge,
  async write({ tx }, viewer, rows) {
    const turns = rows.map(({ data }) => data as Turn);
    const people = [...new Set(turns.map(({ userId }) => userId))];
    for (const userId of people) await judgePerson(viewer, userId);
    await lockPeople(tx, people);
    const ids: string[] = [];
    for (const [index, turn] of turns.entries()) {
      const known = rows[index]?.action === 'update' ? rows[index].objectId : null;
      const wrong = timeProblem(turn)?.msg ?? (await overlap(tx, viewer, turn, known ? [known] : []));
      if (wrong) throw new Problem(400, wrong);
      const { userId, shift, seat, from, until } = turn;
      if (known)
        await tx.updateTable('shiftTurn').set({ shift, seat, untilAt: until }).where('id', '=', known).execute();
      ids.push(known ?? (await insertTurn(tx, viewer, { userId, shift, seat, from, until })).id);
    }
    return ids;
  },
  async inUse(tx, _sheet, ids) {
    const found = await sql<{ id: string }>`
      select id::text from shift_turn where id = ${any([...ids])} and from_at <= now()`.execute(tx);
    return new Map(found.rows.map(({ id }) => [id, '班次已开始，没有撤销']));
  },
  async restored() {
    // No column follows from another one.
  },
};

export default importer;
