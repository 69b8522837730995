import { sql } from 'kysely';
import { type NotificationRequest, notify } from '#features/notification/server/service.ts';
import { type Colleague, nameOf } from '#features/user/server/service.ts';
import {
  addSystemSteps,
  channelNames,
  channelsOfRung,
  emitWarnEvent,
  isLateRung,
  isUnknownNumber,
  lockWarns,
  occasionOf,
  type ProjectLimits,
  progressTarget,
  recipientsText,
  type StoredWarn,
  type SystemStep,
  type Timer,
  targetName,
} from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { armOffers, offerSeconds, seatsFor } from './offers.ts';
import { missedText } from './outage.ts';
import { familyNotification, staffNotification } from './outboundRecipients.ts';
import { markOverdue } from './overdue.ts';
import { type RungContext, rungContext } from './rungContext.ts';
import { type Escalated, sendToInboxes, type Target } from './rungNotice.ts';
import type { Seating } from './seating.ts';

/** Timer of the ladder itself. */
type LadderTimer = Timer & { kind: Exclude<Timer['kind'], 'offer'> };

/** Effect of a rung until it is stored with the others of its batch. */
interface RungEffect {
  row: StoredWarn;
  /** Notification outside the screens. */
  notification: NotificationRequest | null;
  /** Returns the step for this number of messages; null: nothing happened. */
  step(messages: number): Omit<SystemStep, 'warnId'> | null;
  /** Inbox notice of a rung that raises `escalation`. */
  escalated: Escalated | null;
  /**
   * After a first stall: the rung that notifies the administrator if there is still no step, and its delay in seconds.
   */
  next?: { rung: number; after: number };
  /** Whether the warn is now offered to a seat. */
  offered?: boolean;
}

const isOffer = ({ kind, rung }: Timer) => kind === 'offer' || (kind === 'claim' && rung === 0);

/**
 * Fires rungs in their order; the caller has locked their timers and warns. Reads and writes once per batch. A rung of
 * a warn that has moved on is done without an effect; a late rung only marks its warn.
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
  const marked = await markOverdue(tx, due, byId);
  const context = rungContext(tx, rows);
  const effects: RungEffect[] = [];
  for (const timer of due) {
    const row = byId.get(timer.warnId);
    if (!row || isLateRung(timer) || !stillDue(row, timer)) continue;
    const effect = await rungOf(tx, context, row, timer, seating.get(row.id) ?? {});
    effects.push(timer.missed ? withMissedText(effect) : effect);
  }
  if (effects.length > 0) await writeEffects(ctx, effects, await context.departmentNames());
  const emitted = new Set(effects.map(({ row }) => row));
  for (const row of marked) if (!emitted.has(row)) emitWarnEvent(ctx, row, 'changed');
}

/** Adds to the timeline, inbox and outbound texts that the rung is late because no server ran. */
function withMissedText(effect: RungEffect): RungEffect {
  const { notification, escalated } = effect;
  const step: RungEffect['step'] = (messages) => {
    const ownStep = effect.step(messages);
    return ownStep && { ...ownStep, note: `${missedText}：${ownStep.note}`, data: { ...ownStep.data, missed: true } };
  };
  return {
    ...effect,
    step,
    notification:
      notification && notification.event !== 'family' ? { ...notification, preface: `${missedText}。` } : notification,
    escalated: escalated && { ...escalated, reason: `${escalated.reason}（${missedText}）` },
  };
}

function stillDue(row: StoredWarn, timer: Timer): boolean {
  // A user assigned the warn before half the limit was over.
  if (timer.kind === 'claim' && timer.rung === 0 && row.offeredTo !== null) return false;
  if (timer.kind === 'offer') return row.status === 'pending';
  if (timer.kind === 'claim' || timer.kind === 'receiver') return row.status === 'pending';
  return row.status === 'handling';
}

function rungOf(tx: Db, context: RungContext, row: StoredWarn, timer: Timer, seating: Seating): Promise<RungEffect> {
  if (timer.kind === 'claim' && timer.name === 'contacts') return notifyFamily(tx, context, row, timer.rung);
  const { kind } = timer;
  if (kind === 'offer') return offerNext(tx, row, timer.rung, seating);
  if (timer.kind === 'claim' && timer.rung === 0) return offer(context, row, seating);
  return escalate(context, row, { ...timer, kind });
}

/** Offers the warn to its seat, or makes it wait for one. */
function offerEffect(
  row: StoredWarn,
  { seat }: Seating,
): Pick<RungEffect, 'row' | 'notification' | 'escalated' | 'offered'> {
  row.offeredTo = seat?.id ?? null;
  return { row, notification: null, escalated: null, offered: seat !== undefined };
}

/**
 * Offers the warn at half the limit to the idle seat without an open warn and with the oldest last offer. A single user
 * gets no offer: they and the leader are notified by every project channel (domain.md 8.10).
 */
async function offer(context: RungContext, row: StoredWarn, seating: Seating): Promise<RungEffect> {
  if (seating.alone) return notifyAlone(context, row, seating.alone);
  const { seat } = seating;
  const note = `超过一半时限未接警，${seat ? `派给空闲坐席 ${seat.name}` : '没有空闲坐席'}`;
  const data = { rung: 0, offeredTo: seat?.id ?? null };
  return { ...offerEffect(row, seating), step: () => ({ kind: 'note', note, data }) };
}

/** Ends an unanswered offer and offers the warn to the next idle seat; a warn that waited for a seat gets its first. */
async function offerNext(tx: Db, row: StoredWarn, rung: number, seating: Seating): Promise<RungEffect> {
  const { seat } = seating;
  const previousOffer = row.offeredTo ? `${await nameOf(tx, row.offeredTo)} ${offerSeconds} 秒未应答，` : '';
  const note = `${previousOffer}${seat ? `派给空闲坐席 ${seat.name}` : '没有其他空闲坐席'}`;
  const data = { cause: 'offer', rung, offeredTo: seat?.id ?? null };
  return { ...offerEffect(row, seating), step: () => (previousOffer || seat ? { kind: 'note', note, data } : null) };
}

/** Notifies the single user and the leader by every channel at once. */
async function notifyAlone(context: RungContext, row: StoredWarn, alone: Colleague): Promise<RungEffect> {
  const rungChannels = { channels: await context.channels(row), instead: [] };
  const { users } = await context.targetUsers('leader', row);
  const recipients = [alone, ...users.filter(({ id }) => id !== alone.id)];
  const notification = await staffNotification(context, occasionOf(row, 'waiting', 0), row, recipients, rungChannels);
  const step: RungEffect['step'] = (messages) => {
    const by = messages > 0 ? `另用${channelNames(rungChannels)}通知` : '没有可用的渠道，没有另外通知';
    const note = `超过一半时限未接警，只有 ${alone.name} 一人在岗，不自动派单；${by}`;
    return { kind: 'note', note, data: { rung: 0, offeredTo: null, alone: alone.id } };
  };
  return { ...offerEffect(row, {}), notification, step };
}

/** Fires a rung for the family: it does not raise `escalation`. */
async function notifyFamily(tx: Db, context: RungContext, row: StoredWarn, rung: number): Promise<RungEffect> {
  const ladder = (await context.limits(row))?.ladder ?? [];
  const rungChannels = channelsOfRung({ ladder }, 'contacts', rung);
  const occasion = occasionOf(row, 'family', rung);
  const notification = await familyNotification(tx, context, occasion, row, rungChannels);
  const reason = typeof notification === 'string' ? notification : `${channelNames(rungChannels)}没有启用`;
  const step: RungEffect['step'] = (messages) => ({
    kind: 'note',
    note: messages > 0 ? `用${channelNames(rungChannels)}通知紧急联系人` : `没有通知紧急联系人：${reason}`,
    data: { cause: 'contacts', rung, ...(row.test && { drill: true }) },
  });
  return { row, notification: typeof notification === 'string' ? null : notification, escalated: null, step };
}

/**
 * Returns the event of a rung's staff notification: `new` or `waiting` before the claim limit, else the timer's kind.
 */
function eventOf({ kind, rung }: LadderTimer, limits: Pick<ProjectLimits, 'ladder' | 'claimSeconds'> | undefined) {
  const after = limits?.ladder[rung - 1]?.after;
  if (kind !== 'claim' || limits === undefined || after === undefined || after >= limits.claimSeconds) return kind;
  return after === 0 ? 'new' : 'waiting';
}

function targetOf({ kind, rung, name }: Timer): Target {
  if (kind === 'progress') return progressTarget(rung);
  return name === 'duty' || name === 'manager' || name === 'admin' ? name : 'leader';
}

/**
 * Escalates one rung: raises `escalation`, lists notified and unreached users in the timeline, rings on all screens in
 * scope.
 */
async function escalate(context: RungContext, row: StoredWarn, timer: LadderTimer): Promise<RungEffect> {
  const requested = targetOf(timer);
  const { target, users } = await context.targetUsers(requested, row);
  const limits = await context.limits(row);
  const rungChannels = channelsOfRung(limits ?? { ladder: [] }, requested, timer.kind === 'claim' ? timer.rung : null);
  const occasion = occasionOf(row, eventOf(timer, limits), timer.rung);
  const notification = await staffNotification(context, occasion, row, users, rungChannels);
  const stall = limits?.progressSeconds ?? 600;
  const reason = escalationReason(row, timer, stall);
  const unknownNumber = isUnknownNumber(row);
  const whom = `${target === requested || unknownNumber ? '' : '现在没有人当班，'}${targetName(target, unknownNumber)}`;
  row.escalation += 1;
  const data = { cause: timer.kind, rung: timer.rung, target, people: users, escalation: row.escalation };
  const step: RungEffect['step'] = (messages) => {
    const by =
      messages > 0
        ? `；另用${channelNames(rungChannels)}通知`
        : `；${channelNames(rungChannels)}没有启用，没有另外通知`;
    return { kind: 'escalated', note: `${reason}，${recipientsText(whom, users)}${notification ? by : ''}`, data };
  };
  // Still no step after the leader was notified: the platform's administrator is next.
  const stalled = timer.kind === 'progress' && timer.rung % 2 === 1;
  const next = stalled ? { next: { rung: timer.rung + 1, after: stall } } : {};
  return { row, notification, step, escalated: { row, occasion, reason, users }, ...next };
}

function escalationReason(row: StoredWarn, timer: Timer, stall: number): string {
  if (timer.kind === 'progress') return `${stall} 秒没有新的处置`;
  if (timer.kind === 'arrival') return '派出后 15 分钟无人到场';
  return `等待 ${Math.round((Date.now() - Date.parse(row.waitingSince)) / 1000)} 秒未接警`;
}

async function writeEffects(
  ctx: CommandContext,
  effects: readonly RungEffect[],
  namesByDepartment: ReadonlyMap<string, string>,
): Promise<void> {
  const { tx } = ctx;
  const messages = await notify(
    tx,
    effects.flatMap(({ notification }) => notification ?? []),
  );
  await addSystemSteps(
    tx,
    effects.flatMap(({ row, notification, step }) => {
      const ownStep = step(messages.get(notification?.key ?? '') ?? 0);
      return ownStep ? [{ warnId: row.id, ...ownStep }] : [];
    }),
  );
  const rows = [...new Set(effects.map(({ row }) => row))];
  const moved = rows.map(({ id, escalation, offeredTo }) => ({ id, escalation, offeredTo }));
  await sql`
    update warn w set escalation = m.escalation, offered_to = m."offeredTo"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, escalation int, "offeredTo" bigint) where w.id = m.id`.execute(
    tx,
  );
  const stalled = effects.flatMap(({ row, next }) => (next ? [{ id: row.id, ...next }] : []));
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select s.id, 'progress', s.rung, now() + make_interval(secs => s.after), 'admin'
    from jsonb_to_recordset(${JSON.stringify(stalled)}::jsonb) as s (id bigint, rung int, after double precision)
    on conflict do nothing`.execute(tx);
  await armOffers(
    tx,
    effects.flatMap(({ row, offered }) => (offered ? [row.id] : [])),
  );
  for (const { row, escalated } of effects) emitWarnEvent(ctx, row, escalated ? 'escalated' : 'changed');
  await sendToInboxes(
    ctx,
    effects.flatMap(({ escalated }) => escalated ?? []),
    namesByDepartment,
  );
}
