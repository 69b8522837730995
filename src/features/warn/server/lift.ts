import { sql } from 'kysely';
import { limitsOf } from '#features/project/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { deviceTypes, type WarnFamily, type WarnLevel, type WarnType } from '#shared/codes.ts';
import { type LockedWarn, requireOpen } from './access.ts';
import type { Raise, RaiseResult } from './engine.ts';
import { mostUrgent } from './ladder.ts';
import { armLadder } from './raiseTimers.ts';
import { addStep, addSystemSteps } from './steps.ts';
import { updateWarn } from './updateWarn.ts';
import { emitWarnEvent } from './warnEvents.ts';

/** Returns whose queue a warn enters: that of device staff, of health staff, or the desk's, which has all of level 1. */
export function familyOf(type: WarnType, level: WarnLevel = 2): WarnFamily {
  if (type === 'health' && level > 1) return 'health';
  return deviceTypes.includes(type) ? 'device' : 'sos';
}

/** Returns whose queue raises of one subject and type enter. */
export const queueOf = ({ type, family }: Raise, presses: readonly Raise[]): WarnFamily =>
  type === 'health' ? familyOf(type, mostUrgent(presses)) : family;

/** Joins a fall and a later SOS of one batch; in one message the SOS comes first, and both stay separate warns. */
export function joinFalls(raises: Raise[]): Raise[] {
  return raises.map((press, index) => {
    if (press.type !== 'fall' || !press.customerId || press.tested) return press;
    const next = raises.findIndex((other) => other.type === 'sos' && other.subject === press.subject);
    return next > index ? { ...press, type: 'sos', level: 1, note: press.note ?? labelOf('warn_type', 'fall') } : press;
  });
}

/** Turns an open 跌倒 into an SOS if the customer presses SOS within 2 minutes: one warn at the higher level. */
export async function liftFalls(tx: Db, raises: Raise[]): Promise<Set<string>> {
  const falls = new Set(raises.filter((press) => press.type === 'fall').map((press) => press.subject));
  const subjects = [
    ...new Set(
      raises
        .filter((press) => press.type === 'sos' && press.customerId && !press.tested && !falls.has(press.subject))
        .map((press) => press.subject),
    ),
  ];
  if (subjects.length === 0) return new Set();
  const rows = await tx.returning(sql<{ id: string }>`
    update warn w set type = 'sos', level = least(w.level, 1), version = w.version + 1, updated_at = now()
    where w.type = 'fall' and w.status in ('pending', 'handling') and w.last_at > now() - interval '2 minutes'
      and w.subject in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb))
      and not exists (select 1 from warn o where o.subject = w.subject and o.type = 'sos' and o.status in ('pending', 'handling'))
    returning id::text`);
  return new Set(rows.map((row) => row.id));
}

const kindOf = (held: boolean) => (held ? 'released' : 'note');

const liftedText = '升为紧急，转入接警台';

/**
 * Turns open health warns of level 1 into warns of the desk, which received them now: nobody holds them, and what health
 * staff did counts for no figure of the desk. They never fall back.
 */
async function toDesk(tx: Db, ids: readonly string[]): Promise<{ id: string; held: boolean }[]> {
  if (ids.length === 0) return [];
  return tx.returning(sql<{ id: string; held: boolean }>`
    update warn w set family = 'sos', status = 'pending', handler_id = null, claimed_at = null, first_claimed_at = null, called_at = null, reached_at = null,
      family_told_at = null, offered_to = null, overdue = false, silent = false, progress = ${liftedText}, received_at = clock_timestamp(),
      waiting_since = clock_timestamp(), last_step_at = clock_timestamp()
    from (select id, status from warn where id = ${any(ids)} and type = 'health' and family = 'health' and level = 1 and status in ('pending', 'handling')
      order by id for update) o
    where w.id = o.id returning w.id::text, o.status = 'handling' as held`);
}

/** Moves raised health warns that are level 1 now to the desk, with a step each. */
export async function liftHealth(tx: Db, rows: RaiseResult[]): Promise<void> {
  const lifted = await toDesk(
    tx,
    rows.filter((row) => row.lifted).map(({ id }) => id),
  );
  for (const { id } of lifted) {
    const row = rows.find((raised) => raised.id === id);
    if (row) Object.assign(row, { family: 'sos', waiting: true } satisfies Partial<RaiseResult>);
  }
  await addSystemSteps(
    tx,
    lifted.map(({ id, held }) => ({ warnId: id, kind: kindOf(held), note: liftedText, data: { lifted: true } })),
  );
}

/**
 * Makes an open health warn urgent at the word of a user: it becomes the desk's and rings there. Words about
 * health are no `reason`: the caller encrypts them with the step.
 * @returns id of the step
 */
export async function liftToDesk(locked: LockedWarn, viewer: Viewer, reason?: string): Promise<string> {
  const { tx, row } = locked;
  await requireOpen(tx, row);
  if (row.family !== 'health') throw new Problem(409, '已转入接警台', { status: row.status });
  await updateWarn(locked, { level: 1 });
  const [lifted] = await toDesk(tx, [row.id]);
  const kind = kindOf(lifted?.held ?? false);
  const atDesk = { ...row, family: 'sos', status: 'pending', handlerId: null } as const;
  const step = await addStep(tx, atDesk, viewer, kind, reason ? `${liftedText}：${reason}` : liftedText, {
    lifted: true,
  });
  const project = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  if (project) await armLadder(tx, row.id, project, 1);
  emitWarnEvent(locked, atDesk, 'created');
  return step.id;
}
