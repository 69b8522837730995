import { sql } from 'kysely';
import { indexesInDrill } from '#features/drill/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnFamily, WarnLevel, WarnType } from '#shared/codes.ts';
import { levelIn, mostUrgent, type ProjectLimits } from './ladder.ts';
import { joinFalls, liftFalls, liftHealth, queueOf } from './lift.ts';
import { writeTimers } from './raiseTimers.ts';
import { emitWarnEvent } from './warnEvents.ts';

/** One press, fall, smoke …: raised by ingest or by an operator who enters it by hand. */
export interface Raise {
  /** c:<customer>, h:<customer>:<sign>, e:<equipment>, t:<equipment> under test, n:<protocol>[@<gateway>]:<number>, u:<gateway>, or r:<protocol>:<address range> for many numbers of it. */
  subject: string;
  type: WarnType;
  level: WarnLevel;
  family: WarnFamily;
  customerId: string | null;
  equipmentId: string | null;
  equipmentSn: string | null;
  phone: string | null;
  address: string | null;
  departmentId: string;
  projectId: string;
  occurredAt: string | null;
  receivedAt: string;
  late: boolean;
  silent: boolean;
  position: { lat: number; lng: number; accuracy: number | null; source: string; at: string } | null;
  note: string | null;
  createdBy: string | null;
  vendorCode: string | null;
  demo: boolean;
  /** Raised in the test window of its device (domain.md 6.18). */
  tested?: boolean;
  /** The address range of an unregistered number. */
  origin?: string | null;
  /** Report from another address with the device's number: its range, and its position if any. */
  other?: OtherPosition;
  /** Number of presses that this raise counts for; default 1. */
  presses?: number;
  /** Number of new numbers, for a warn that collects unregistered numbers. */
  numbers?: number;
}

/** Report from another address with a device's number: address range (/24, /64) and position of the device. */
export interface OtherPosition {
  range: string | null;
  position: { lat: number; lng: number; accuracy: number | null; at: string } | null;
}

export interface RaiseResult {
  id: string;
  subject: string;
  type: WarnType;
  family: WarnFamily;
  created: boolean;
  /** Whether an open health warn became level 1 and with it the desk's. */
  lifted: boolean;
  /** Whether the warn is unclaimed and its ladder is due, also for a warn that was silent until now. */
  waiting: boolean;
}

/** Raise with its column `test`: the device is being tested or takes part in a drill. */
type TestedRaise = Raise & { test: boolean };

/** Raises with one subject and type. */
export interface Group {
  first: TestedRaise;
  presses: TestedRaise[];
}

/**
 * Sets `test`. In a drill levels 3 and 4 are silent; SOS, fall, smoke and gas still ring (domain.md 7.2). In a device's
 * test window every raise is level 4 and silent, regardless of the project. A health warn is never a test.
 */
async function withTestMark(tx: Db, raises: Raise[]): Promise<TestedRaise[]> {
  const drills = await indexesInDrill(tx, raises);
  return raises.map((press, index) => {
    if (press.type === 'health') return { ...press, test: false, silent: press.silent && press.level > 1 };
    if (press.tested) return { ...press, test: true, silent: true, level: 4 };
    const test = drills.has(index);
    return { ...press, test, silent: press.silent || (test && press.level >= 3) };
  });
}

function groupPresses(raises: TestedRaise[]): Group[] {
  const groups = new Map<string, Group>();
  for (const raise of raises) {
    const key = `${raise.subject}|${raise.type}`;
    const group = groups.get(key);
    if (group) group.presses.push(raise);
    else groups.set(key, { first: raise, presses: [raise] });
  }
  return [...groups.values()].sort((a, b) =>
    a.first.subject + a.first.type < b.first.subject + b.first.type ? -1 : 1,
  );
}

/** Allocates readable numbers of one day in a single statement: SOS-20261120-0017. */
async function nextNumbers(tx: Db, prefix: string, day: string, count: number): Promise<string[]> {
  const [row] = await tx.returning(sql<{ last: number }>`
    insert into daily_number (day, name, last) values (${day}, ${prefix}, ${count})
    on conflict (day, name) do update set last = daily_number.last + ${count} returning last`);
  const last = row?.last ?? count;
  return Array.from(
    { length: count },
    (_, index) => `${prefix}-${day.replaceAll('-', '')}-${String(last - count + index + 1).padStart(4, '0')}`,
  );
}

function prefixOf({ family, type }: Raise): string {
  if (type === 'health') return 'JK';
  return family === 'device' ? 'SB' : 'SOS';
}

async function assignNumbers(tx: Db, groups: Group[], limits: Map<string, ProjectLimits>): Promise<string[]> {
  const indexesByKey = new Map<string, number[]>();
  for (const [index, { first }] of groups.entries()) {
    const day = new Intl.DateTimeFormat('sv-SE', {
      timeZone: limits.get(first.projectId)?.timeZone ?? productZone,
    }).format(new Date(first.receivedAt));
    const key = `${prefixOf(first)}|${day}`;
    indexesByKey.set(key, [...(indexesByKey.get(key) ?? []), index]);
  }
  const assigned: string[] = new Array(groups.length);
  for (const [key, indexes] of [...indexesByKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [prefix = '', day = ''] = key.split('|');
    const numbers = await nextNumbers(tx, prefix, day, indexes.length);
    for (const [offset, index] of indexes.entries()) assigned[index] = numbers[offset] as string;
  }
  return assigned;
}

/** Returns the groups that join an open warn: they need no number. */
async function openKeys(tx: Db, groups: Group[]): Promise<Set<string>> {
  const rows = await tx.rows(sql<{ key: string }>`
    select w.subject || '|' || w.type as key from warn w
    join jsonb_to_recordset(${JSON.stringify(groups.map(({ first }) => ({ subject: first.subject, type: first.type })))}::jsonb) as g (subject text, type text)
      on g.subject = w.subject and g.type = w.type
    where w.status in ('pending', 'handling')`);
  return new Set(rows.map((row) => row.key));
}

/**
 * Raises warns in the caller's transaction. A raise with the subject and type of an open warn joins and counts, also
 * concurrently (domain.md 7.2); an SOS within two minutes after a fall lifts the fall, a health warn at level 1 becomes the
 * desk's.
 */
export async function raise(ctx: CommandContext, requested: Raise[]): Promise<RaiseResult[]> {
  if (requested.length === 0) return [];
  const { tx } = ctx;
  const limits = await limitsOf(tx, [...new Set(requested.map((press) => press.projectId))]);
  const raises = joinFalls(requested).map((press) => ({
    ...press,
    level: levelIn(limits.get(press.projectId), press),
  }));
  const lifted = await liftFalls(tx, raises);
  const groups = groupPresses(await withTestMark(tx, raises));
  const open = await openKeys(tx, groups);
  const newGroups = groups.filter(({ first }) => !open.has(`${first.subject}|${first.type}`));
  const assigned = await assignNumbers(tx, newGroups, limits);
  const numberOf = new Map(newGroups.map((group, index) => [group, assigned[index] as string]));
  const rows = await upsert(tx, groups, numberOf);
  await numberLate(tx, groups, rows, numberOf, limits);
  await writeSteps(tx, groups, rows);
  await liftHealth(tx, rows);
  await writeTimers(tx, groups, rows, limits);
  for (const [index, group] of groups.entries()) {
    const row = rows[index] as RaiseResult;
    emitWarnEvent(
      ctx,
      { ...group.first, family: row.family, id: row.id },
      row.created || row.lifted ? 'created' : 'repeated',
    );
  }
  return rows.map((row) => ({ ...row, created: row.created && !lifted.has(row.id) }));
}

function recordOf({ first, presses }: Group, no: string | undefined) {
  const last = presses[presses.length - 1] as Raise;
  const count = presses.reduce((sum, press) => sum + (press.presses ?? 1), 0);
  const position = presses.findLast((press) => press.position)?.position ?? null;
  const other =
    presses.findLast((press) => press.other?.position)?.other ?? presses.findLast((press) => press.other)?.other;
  return {
    no: no ?? `${first.subject}-${first.receivedAt}`,
    type: first.type,
    family: queueOf(first, presses),
    level: mostUrgent(presses),
    subject: first.subject,
    customer_id: first.customerId,
    equipment_id: first.equipmentId,
    equipment_sn: first.equipmentSn,
    phone: first.phone,
    address: first.address,
    department_id: first.departmentId,
    project_id: first.projectId,
    created_by: first.createdBy,
    occurred_at: first.occurredAt,
    received_at: first.receivedAt,
    last_at: last.receivedAt,
    late: presses.every((press) => press.late),
    silent: presses.every((press) => press.silent),
    test: presses.every((press) => press.test),
    extra: count - 1,
    origin: first.origin ?? null,
    numbers: first.numbers === undefined ? null : presses.reduce((sum, press) => sum + (press.numbers ?? 0), 0),
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    accuracy: position?.accuracy ?? null,
    position_source: position?.source ?? null,
    position_at: position?.at ?? null,
    other_range: other?.range ?? null,
    other_lat: other?.position?.lat ?? null,
    other_lng: other?.position?.lng ?? null,
    other_accuracy: other?.position?.accuracy ?? null,
    other_at: other?.position?.at ?? null,
    vendor_code: first.vendorCode,
    demo: first.demo,
    presses: count,
  };
}

/** Newest position from another address, with its range; a report without a position keeps the stored one. */
const newestOther = sql.join(
  ['other_lat', 'other_lng', 'other_accuracy', 'other_at', 'other_range'].map((name) => {
    const column = sql.raw(name);
    return sql`${column} = case when excluded.other_at is not null or warn.other_at is null and excluded.other_range is not null then excluded.${column} else warn.${column} end`;
  }),
  sql`, `,
);

async function upsert(tx: Db, groups: Group[], numberOf: Map<Group, string>): Promise<RaiseResult[]> {
  const rows = await tx.returning(sql<RaiseResult>`
    insert into warn (no, type, family, level, subject, customer_id, equipment_id, equipment_sn, phone, address, department_id, project_id, created_by,
      occurred_at, received_at, last_at, late, silent, test, repeat_count, lat, lng, accuracy, position_source, position_at, vendor_code, demo, waiting_since, last_step_at, origin, numbers, other_range, other_lat, other_lng, other_accuracy, other_at, raised_device)
    select r.no, r.type, r.family, r.level, r.subject, r.customer_id, r.equipment_id, r.equipment_sn, r.phone, r.address, r.department_id, r.project_id, r.created_by,
      r.occurred_at, r.received_at, r.last_at, r.late, r.silent, r.test, r.extra, r.lat, r.lng, r.accuracy, r.position_source, r.position_at, r.vendor_code, r.demo, r.received_at, r.received_at, r.origin, r.numbers, r.other_range, r.other_lat, r.other_lng, r.other_accuracy, r.other_at,
      (select jsonb_build_object('name', e.name, 'model', m.name, 'wearer', (select c.name from customer c where c.id = r.customer_id),
          'online', s.online, 'battery', s.battery, 'signal', s.signal)
        from equipment e join model m on m.id = e.model_id left join device_state s on s.device_id = e.id where e.id = r.equipment_id)
    from jsonb_to_recordset(${JSON.stringify(groups.map((group) => recordOf(group, numberOf.get(group))))}::jsonb) as r (
      no text, type text, family text, level int, subject text, customer_id bigint, equipment_id bigint, equipment_sn text, phone text, address text,
      department_id bigint, project_id bigint, created_by bigint, occurred_at timestamptz, received_at timestamptz, last_at timestamptz, late boolean,
      silent boolean, test boolean, extra int, lat double precision, lng double precision, accuracy double precision, position_source text, position_at timestamptz,
      vendor_code text, demo boolean, presses int, origin text, numbers int, other_range text, other_lat double precision, other_lng double precision,
      other_accuracy double precision, other_at timestamptz)
    order by r.subject, r.type
    on conflict (subject, type) where status in ('pending', 'handling') do update set
      repeat_count = warn.repeat_count + excluded.repeat_count + 1, last_at = greatest(warn.last_at, excluded.last_at),
      numbers = warn.numbers + excluded.numbers, level = least(warn.level, excluded.level), late = warn.late and excluded.late, silent = warn.silent and excluded.silent,
      test = warn.test and excluded.test,
      waiting_since = case when warn.silent and not excluded.silent then excluded.received_at else warn.waiting_since end,
      lat = coalesce(excluded.lat, warn.lat), lng = coalesce(excluded.lng, warn.lng), accuracy = coalesce(excluded.accuracy, warn.accuracy),
      position_source = coalesce(excluded.position_source, warn.position_source), position_at = coalesce(excluded.position_at, warn.position_at),
      ${newestOther}, version = warn.version + 1, updated_at = now()
    returning id::text, subject, type, family, type = 'health' and family = 'health' and level = 1 as lifted, (xmax = 0) as created, status = 'pending' as waiting`);
  const byKey = new Map(rows.map((row) => [`${row.subject}|${row.type}`, row]));
  return groups.map(({ first }) => byKey.get(`${first.subject}|${first.type}`) as RaiseResult);
}

/** Adds a number to a new row that has none: its open warn was closed just before the insert. */
async function numberLate(
  tx: Db,
  groups: Group[],
  rows: RaiseResult[],
  numberOf: Map<Group, string>,
  limits: Map<string, ProjectLimits>,
): Promise<void> {
  const late = groups.filter((group, index) => rows[index]?.created && !numberOf.has(group));
  if (late.length === 0) return;
  const numbers = await assignNumbers(tx, late, limits);
  for (const [index, group] of late.entries()) {
    await sql`update warn set no = ${numbers[index]} where id = ${rows[groups.indexOf(group)]?.id}`.execute(tx);
  }
}

async function writeSteps(tx: Db, groups: Group[], rows: RaiseResult[]): Promise<void> {
  // A collecting warn counts its numbers; one line per number would be a flood again.
  const lines = ({ first, presses }: Group, created: boolean) =>
    first.numbers === undefined ? presses : created ? [first] : [];
  const steps = groups.flatMap((group, index) =>
    lines(group, rows[index]?.created ?? false).map((press, nth) => ({
      warn_id: rows[index]?.id,
      kind: rows[index]?.created && nth === 0 ? 'created' : 'repeated',
      user_id: press.createdBy,
      // The type is stored in the data: screens show its current label.
      note: press.note ?? (press.equipmentSn ? `设备 ${press.equipmentSn}` : null),
      data: {
        type: press.type,
        receivedAt: press.receivedAt,
        occurredAt: press.occurredAt,
        late: press.late,
        equipmentSn: press.equipmentSn,
        ...(press.other ? { otherRange: press.other.range } : {}),
      },
    })),
  );
  if (steps.length === 0) return;
  await sql`
    insert into warn_step (warn_id, kind, user_id, note, data)
    select s.warn_id, s.kind, s.user_id, s.note, s.data
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (warn_id bigint, kind text, user_id bigint, note text, data jsonb)`.execute(
    tx,
  );
}
