import { sql } from 'kysely';
import type { CellProblem, FileRow, Importer, ImportSheet, ValidatedRow } from '#features/import/server/service.ts';
import { freeShift, shiftApi } from '#features/shift/contract.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { any, bigints } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import { isCalendarDay } from '#shared/rule/rules.ts';
import { type Offered, patternsFor } from './pattern.ts';
import { lockUsers, overlap, timeProblem, validateUser } from './turnRules.ts';
import { insertTurn, labelled } from './write.ts';

const sheet: ImportSheet = {
  title: '排班',
  table: 'shift_turn',
  columns: [
    { key: 'account', title: '账号', required: true, hint: '登录账号', example: 'operator1' },
    { key: 'day', title: '日期', required: true, hint: '班次开始的日期，YYYY-MM-DD', example: '2030-01-31' },
    { key: 'shift', title: '班次', required: true, hint: `班次的名称，或${freeShift}`, example: '早班' },
    { key: 'seat', title: '坐席', hint: '坐席号，最多20个字', example: '01' },
    { key: 'begin', title: '开始', hint: `HH:mm；${freeShift}须填`, example: '08:00' },
    { key: 'end', title: '结束', hint: `HH:mm；不晚于开始为次日；${freeShift}须填`, example: '16:00' },
  ],
};

interface Turn {
  userId: string;
  pattern: Pick<Offered, 'id' | 'name'> | null;
  seat: string | null;
  from: string;
  until: string;
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Returns a sheet's time as HH:mm: `8:00` and `08:00:00` of a CSV file, 0.9166666667 of an unformatted cell. */
function clockOf(cell: string): string {
  if (/^0?\.\d+$|^0$/.test(cell)) {
    const minutes = Math.round(Number(cell) * 1440) % 1440;
    return [minutes / 60, minutes % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  }
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(cell) ?? [];
  return minute ? `${hour.padStart(2, '0')}:${minute}` : cell;
}

type Meant = { errors: CellProblem[]; pattern: Offered | null | undefined; begin: string; end: string };

/** Reads day, pattern name and times of a row; a project's pattern takes precedence over one for all with that name. */
function meant({ cells }: FileRow, patterns: readonly Offered[]): Meant {
  const errors: CellProblem[] = [];
  const pattern = cells.shift === freeShift ? null : patterns.findLast(({ name }) => name === cells.shift);
  const names = [...new Set([...patterns.map(({ name }) => name), freeShift])];
  if (pattern === undefined) errors.push({ column: '班次', msg: `班次须是${names.join('、')}之一` });
  if (!isCalendarDay(cells.day ?? '')) errors.push({ column: '日期', msg: '请填写存在的日期，格式YYYY-MM-DD' });
  if ((cells.seat ?? '').length > 20) errors.push({ column: '坐席', msg: '坐席最多20个字' });
  const begin = clockOf(cells.begin ?? pattern?.from ?? '');
  const end = clockOf(cells.end ?? pattern?.until ?? '');
  if (pattern !== undefined && !clock.test(begin)) errors.push({ column: '开始', msg: '请填写开始时间，如08:00' });
  if (pattern !== undefined && !clock.test(end)) errors.push({ column: '结束', msg: '请填写结束时间，如16:00' });
  return { errors, pattern, begin, end };
}

/** Returns the instants of clock times on a day in the zone; an end not after the beginning is on the next day. */
async function spans(zone: string, requested: readonly { day: string; begin: string; end: string }[]) {
  return db.rows(sql<{ from: string; until: string }>`
    select (day::date + begin::time) at time zone ${zone} as "from",
      (day::date + "end"::time + case when "end"::time <= begin::time then interval '1 day' else interval '0' end) at time zone ${zone} as until
    from jsonb_to_recordset(${JSON.stringify(requested.map((item, place) => ({ ...item, place })))}::jsonb) as r (place int, day text, begin text, "end" text)
    order by place`);
}

async function accountsOf(viewer: Viewer): Promise<Map<string, string>> {
  const ids = (await colleaguesOf(viewer, 'warn:claim')).map(({ id }) => id);
  const rows = await db.rows(sql<{ id: string; account: string }>`
    select id::text, lower(account) as account from "user" where id = any(${bigints(ids)})`);
  return new Map(rows.map((row) => [row.account, row.id]));
}

async function validate(
  viewer: Viewer,
  rows: readonly FileRow[],
  duplicates: 'skip' | 'overwrite',
): Promise<ValidatedRow[]> {
  const [accounts, zone, { patterns }] = [
    await accountsOf(viewer),
    await viewerZone(db, viewer),
    await patternsFor(viewer),
  ];
  const read = rows.map((row) => ({ row, ...meant(row, patterns) }));
  const sound = read.filter(({ errors }) => errors.length === 0);
  const times = await spans(
    zone,
    sound.map(({ row, begin, end }) => ({ day: row.cells.day ?? '', begin, end })),
  );
  const timeOf = new Map(sound.map((item, index) => [item.row, times[index]]));
  const earlierTurns: Turn[] = [];
  const validated: ValidatedRow[] = [];
  for (const { row, errors, pattern } of read) {
    const span = timeOf.get(row);
    const userId = accounts.get((row.cells.account ?? '').trim().toLowerCase());
    if (!userId) errors.push({ column: '账号', msg: '没有这个账号，或不在你的范围，或没有接警的权限' });
    if (!span || !userId || pattern === undefined) {
      validated.push({ errors, action: 'insert', data: null, objectId: null });
      continue;
    }
    const turn: Turn = { userId, pattern, seat: row.cells.seat?.trim() || null, ...span };
    const existingId = await existingTurn(userId, span.from);
    for (const msg of await problemsOf(viewer, turn, existingId, earlierTurns)) errors.push({ column: '日期', msg });
    earlierTurns.push(turn);
    const repeated = duplicates === 'skip' ? 'skip' : 'update';
    validated.push({ errors, action: existingId ? repeated : 'insert', data: turn, objectId: existingId });
  }
  return validated;
}

/** Returns the problems of a turn's time, against earlier rows and stored turns. */
async function problemsOf(
  viewer: Viewer,
  turn: Turn,
  existingId: string | null,
  earlierTurns: readonly Turn[],
): Promise<string[]> {
  const { userId, from, until } = turn;
  const inSheet = earlierTurns.some(
    (earlier) => earlier.userId === userId && earlier.from < until && earlier.until > from,
  );
  const over = await overlap(db, viewer, turn, existingId ? [existingId] : []);
  return [timeProblem(turn)?.msg, inSheet ? '与表中前面的行时间重叠' : null, over].filter(
    (msg) => typeof msg === 'string',
  );
}

/** Returns the id of the user's turn that begins at this instant. */
async function existingTurn(userId: string, from: string): Promise<string | null> {
  const row = await db.row(sql<{ id: string }>`
    select id::text from shift_turn where user_id = ${userId} and from_at = ${from}::timestamptz and deleted_at is null`);
  return row?.id ?? null;
}

/** Imports a roster from a sheet: a turn of the user that begins at the same instant is updated. */
const importer: Importer = {
  path: shiftApi.importRoster.path,
  name: '排班',
  sheets: [sheet],
  validate,
  async write({ tx }, viewer, rows) {
    const turns = rows.map(({ data }) => data as Turn);
    const userIds = [...new Set(turns.map(({ userId }) => userId))];
    for (const userId of userIds) await validateUser(viewer, userId);
    await lockUsers(tx, userIds);
    const ids: string[] = [];
    for (const [index, turn] of turns.entries()) {
      const existingId = rows[index]?.action === 'update' ? rows[index].objectId : null;
      const wrong = timeProblem(turn)?.msg ?? (await overlap(tx, viewer, turn, existingId ? [existingId] : []));
      if (wrong) throw new Problem(400, wrong);
      const { pattern, seat, until } = turn;
      if (existingId)
        await tx
          .updateTable('shiftTurn')
          .set({ ...labelled(pattern), seat, untilAt: until })
          .where('id', '=', existingId)
          .execute();
      ids.push(existingId ?? (await insertTurn(tx, viewer, turn)).id);
    }
    return ids;
  },
  async inUse(tx, _sheet, ids) {
    const rows = await tx.rows(sql<{ id: string }>`
      select id::text from shift_turn where id = ${any([...ids])} and from_at <= now()`);
    return new Map(rows.map(({ id }) => [id, '班次已开始，没有撤销']));
  },
  async restored() {
    // No column depends on another.
  },
};

export default importer;
