import { sql } from 'kysely';
import { type NotificationRequest, notify } from '#features/notification/server/service.ts';
import { type Colleague, nameOf } from '#features/user/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { lockWarns, type StoredWarn } from './access.ts';
import { named, type ProjectLimits, progressTarget, targetName, waysOf } from './ladder.ts';
import { armOffers, offerSeconds, seatsFor } from './offers.ts';
import { missedWords } from './outage.ts';
import { familyNotification, staffNotification } from './outboundRecipients.ts';
import { type RungContext, rungContext } from './rungContext.ts';
import { type Escalated, occasionOf, sendToInboxes, type Target, toldText } from './rungNotice.ts';
import type { Seating } from './seating.ts';
import { addOwnSteps, type OwnStep } from './steps.ts';
import { emitWarnEvent, isUnknownNumber } from './warnEvents.ts';

export interface Timer {
  warnId: string;
  kind: 'claim' | 'progress' | 'arrival' | 'receiver' | 'offer';
  rung: number;
  name: string;
  /** It fell due while no server ran. */
  missed?: boolean;
}

/** A timer of the ladder itself. */
type LadderTimer = Timer & { kind: Exclude<Timer['kind'], 'offer'> };

/** What a rung does, until it is written down together with the others of its batch. */
interface Fired {
  row: StoredWarn;
  /** Who is told outside the screens. */
  notification: NotificationRequest | null;
  /** The step, by how many messages there are; null: nothing happened. */
  step(messages: number): Omit<OwnStep, 'warnId'> | null;
  /** Who is told in the inbox, of rungs that raise `escalation`. */
  escalated: Escalated | null;
  /** Of a first stall: the rung at which the administrator is told that nothing has happened still, and in how many seconds. */
  next?: { rung: number; after: number };
  /** It is offered to a seat now. */
  offered?: boolean;
}

const isOffer = ({ kind, rung }: Timer) => kind === 'offer' || (kind === 'claim' && rung === 0);

/**
 * Fires rungs whose timers and alarms are locked here, in their order: what they all ask is read once, and what they do is
 * written at once. One whose alarm has moved on is done without a word.
 */
export async function fireRungs(ctx: CommandContext, due: readonly Timer[]): Promise<void> {
  if (due.length === 0) return;
  const { tx } = ctx;
  const offered = due.filter(isOffer).map(({ warnId }) => warnId);
  const seating = offered.length > 0 ? await seatsFor(tx, offered) : new Map<string, Seating>();
  await sql`
    update warn_timer t set done_at = now() from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d ("warnId" bigint, kind text, rung int)
    where t.warn_id = d."warnId" and t.kind = d.kind and t.rung = d.rung`.execute(tx);
  const rows = await lockWarns(
    tx,
    due.map(({ warnId }) => warnId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const context = rungContext(tx, rows);
  const fired: Fired[] = [];
  for (const timer of due) {
    const row = byId.get(timer.warnId);
    if (!row || !stillDue(row, timer)) continue;
    const one = await rungOf(tx, context, row, timer, seating.get(row.id) ?? {});
    fired.push(timer.missed ? madeUpFor(one) : one);
  }
  if (fired.length > 0) await write(ctx, fired, await context.departmentNames());
}

/** Says in the timeline, in the inboxes and to staff outside that the rung is late because no server ran. */
function madeUpFor(one: Fired): Fired {
  const { notification, escalated: climbed } = one;
  const step: Fired['step'] = (messages) => {
    const own = one.step(messages);
    return own && { ...own, note: `${missedWords}：${own.note}`, data: { ...own.data, missed: true } };
  };
  return {
    ...one,
    step,
    notification:
      notification && notification.event !== 'family' ? { ...notification, preface: `${missedWords}。` } : notification,
    escalated: climbed && { ...climbed, reason: `${climbed.reason}（${missedWords}）` },
  };
}

function stillDue(row: StoredWarn, timer: Timer): boolean {
  // Somebody gave it to a user before half the limit was over.
  if (timer.kind === 'claim' && timer.rung === 0 && row.offeredTo !== null) return false;
  if (timer.kind === 'offer') return row.status === 'pending';
  if (timer.kind === 'claim' || timer.kind === 'receiver') return row.status === 'pending';
  return row.status === 'handling';
}

function rungOf(tx: Db, context: RungContext, row: StoredWarn, timer: Timer, seating: Seating): Promise<Fired> {
  if (timer.kind === 'claim' && timer.name === 'contacts') return tellFamily(tx, context, row, timer.rung);
  const { kind } = timer;
  if (kind === 'offer') return passOn(tx, row, timer.rung, seating);
  if (timer.kind === 'claim' && timer.rung === 0) return offer(context, row, seating);
  return escalate(context, row, { ...timer, kind });
}

/** Offers the alarm to the seat, or lets it wait for one. */
function give(row: StoredWarn, { seat }: Seating): Pick<Fired, 'row' | 'notification' | 'escalated' | 'offered'> {
  row.offeredTo = seat?.id ?? null;
  return { row, notification: null, escalated: null, offered: seat !== undefined };
}

/**
 * Half the limit is over: louder, and offered to the idle seat that has nothing open and was offered one longest ago. Where one
 * person alone is there nothing is offered, for they see to it in their own order: they and the leader are told by every channel
 * that the project has (domain.md 8.10).
 */
async function offer(context: RungContext, row: StoredWarn, seating: Seating): Promise<Fired> {
  if (seating.alone) return callFor(context, row, seating.alone);
  const { seat } = seating;
  const note = `超过一半时限未接警，${seat ? `派给空闲坐席 ${seat.name}` : '没有空闲坐席'}`;
  const data = { rung: 0, offeredTo: seat?.id ?? null };
  return { ...give(row, seating), step: () => ({ kind: 'note', note, data }) };
}

/** Takes an unanswered offer back and offers the alarm to the next idle seat; one that waited for a seat gets its first. */
async function passOn(tx: Db, row: StoredWarn, rung: number, seating: Seating): Promise<Fired> {
  const { seat } = seating;
  const before = row.offeredTo ? `${await nameOf(tx, row.offeredTo)} ${offerSeconds} 秒未应答，` : '';
  const note = `${before}${seat ? `派给空闲坐席 ${seat.name}` : '没有其他空闲坐席'}`;
  const data = { cause: 'offer', rung, offeredTo: seat?.id ?? null };
  return { ...give(row, seating), step: () => (before || seat ? { kind: 'note', note, data } : null) };
}

/** By every channel at once, to whoever is there alone and to the leader. */
async function callFor(context: RungContext, row: StoredWarn, alone: Colleague): Promise<Fired> {
  const ways = { channels: await context.channels(row), instead: [] };
  const { users: people } = await context.targetUsers('leader', row);
  const told = [alone, ...people.filter(({ id }) => id !== alone.id)];
  const notification = await staffNotification(context, occasionOf(row, 'waiting', 0), row, told, ways);
  const step: Fired['step'] = (messages) => {
    const by = messages > 0 ? `另用${named(ways)}通知` : '没有可用的渠道，没有另外通知';
    const note = `超过一半时限未接警，只有 ${alone.name} 一人在岗，不自动派单；${by}`;
    return { kind: 'note', note, data: { rung: 0, offeredTo: null, alone: alone.id } };
  };
  return { ...give(row, {}), notification, step };
}

/** A rung for the family: it raises nothing. */
async function tellFamily(tx: Db, context: RungContext, row: StoredWarn, rung: number): Promise<Fired> {
  const ladder = (await context.limits(row))?.ladder ?? [];
  const ways = waysOf({ ladder }, 'contacts', rung);
  const occasion = occasionOf(row, 'family', rung);
  const notification = await familyNotification(tx, context, occasion, row, ways);
  const why = typeof notification === 'string' ? notification : `${named(ways)}没有启用`;
  const step: Fired['step'] = (messages) => ({
    kind: 'note',
    note: messages > 0 ? `用${named(ways)}通知紧急联系人` : `没有通知紧急联系人：${why}`,
    data: { cause: 'contacts', rung, ...(row.test && { drill: true }) },
  });
  return { row, notification: typeof notification === 'string' ? null : notification, escalated: null, step };
}

/** Of what a rung tells staff; that the limit is over when it is. */
function eventOf({ kind, rung }: LadderTimer, limits: Pick<ProjectLimits, 'ladder' | 'claimSeconds'> | undefined) {
  const after = limits?.ladder[rung - 1]?.after;
  if (kind !== 'claim' || limits === undefined || after === undefined || after >= limits.claimSeconds) return kind;
  return after === 0 ? 'new' : 'waiting';
}

function targetOf({ kind, rung, name }: Timer): Target {
  if (kind === 'progress') return progressTarget(rung);
  return name === 'duty' || name === 'manager' || name === 'admin' ? name : 'leader';
}

/** Up one rung: escalation counts, the timeline says who is told and who was not reached, every screen in scope rings anew. */
async function escalate(context: RungContext, row: StoredWarn, timer: LadderTimer): Promise<Fired> {
  const wanted = targetOf(timer);
  const { target, users: people } = await context.targetUsers(wanted, row);
  const limits = await context.limits(row);
  const ways = waysOf(limits ?? { ladder: [] }, wanted, timer.kind === 'claim' ? timer.rung : null);
  const occasion = occasionOf(row, eventOf(timer, limits), timer.rung);
  const notification = await staffNotification(context, occasion, row, people, ways);
  const stall = limits?.progressSeconds ?? 600;
  const why = reason(row, timer, stall);
  const stranger = isUnknownNumber(row);
  const whom = `${target === wanted || stranger ? '' : '现在没有人当班，'}${targetName(target, stranger)}`;
  row.escalation += 1;
  row.overdue = true;
  const data = { cause: timer.kind, rung: timer.rung, target, people, escalation: row.escalation };
  const step: Fired['step'] = (messages) => {
    const by = messages > 0 ? `；另用${named(ways)}通知` : `；${named(ways)}没有启用，没有另外通知`;
    return { kind: 'escalated', note: `${why}，${toldText(whom, people)}${notification ? by : ''}`, data };
  };
  // Still no step after the leader was told: the platform's administrator is next.
  const stalled = timer.kind === 'progress' && timer.rung % 2 === 1;
  const next = stalled ? { next: { rung: timer.rung + 1, after: stall } } : {};
  return { row, notification, step, escalated: { row, occasion, reason: why, users: people }, ...next };
}

function reason(row: StoredWarn, timer: Timer, stall: number): string {
  if (timer.kind === 'progress') return `${stall} 秒没有新的处置`;
  if (timer.kind === 'arrival') return '派出后 15 分钟无人到场';
  return `等待 ${Math.round((Date.now() - Date.parse(row.waitingSince)) / 1000)} 秒未接警`;
}

async function write(ctx: CommandContext, fired: readonly Fired[], places: ReadonlyMap<string, string>): Promise<void> {
  const { tx } = ctx;
  const messages = await notify(
    tx,
    fired.flatMap(({ notification }) => notification ?? []),
  );
  await addOwnSteps(
    tx,
    fired.flatMap(({ row, notification, step }) => {
      const own = step(messages.get(notification?.key ?? '') ?? 0);
      return own ? [{ warnId: row.id, ...own }] : [];
    }),
  );
  const rows = [...new Set(fired.map(({ row }) => row))];
  const moved = rows.map(({ id, escalation, overdue, offeredTo }) => ({ id, escalation, overdue, offeredTo }));
  await sql`
    update warn w set escalation = m.escalation, overdue = m.overdue, offered_to = m."offeredTo"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, escalation int, overdue boolean, "offeredTo" bigint) where w.id = m.id`.execute(
    tx,
  );
  const stalled = fired.flatMap(({ row, next }) => (next ? [{ id: row.id, ...next }] : []));
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select s.id, 'progress', s.rung, now() + make_interval(secs => s.after), 'admin'
    from jsonb_to_recordset(${JSON.stringify(stalled)}::jsonb) as s (id bigint, rung int, after double precision)
    on conflict do nothing`.execute(tx);
  await armOffers(
    tx,
    fired.flatMap(({ row, offered }) => (offered ? [row.id] : [])),
  );
  for (const { row, escalated: climbed } of fired) emitWarnEvent(ctx, row, climbed ? 'escalated' : 'changed');
  await sendToInboxes(
    ctx,
    fired.flatMap(({ escalated: climbed }) => climbed ?? []),
    places,
  );
}
