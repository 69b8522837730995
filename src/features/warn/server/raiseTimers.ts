import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { isDeskWork } from '#shared/warnOrder.ts';
import type { Group, RaiseResult } from './engine.ts';
import { type ArmedRung, claimLadder, lateTimer, mostUrgent, type ProjectLimits } from './ladder.ts';

/**
 * Makes family rungs due again that sent no message because of a drill: these warns were pressed for real since. Each
 * rung is rearmed once.
 */
async function rearmFamily(tx: Db, warnIds: readonly string[]): Promise<void> {
  if (warnIds.length === 0) return;
  await sql`
    with skipped as (
      update warn_step set data = data - 'drill'
      where warn_id = ${any(warnIds)} and kind = 'note' and data @> '{"cause": "contacts", "drill": true}'
      returning warn_id, (data ->> 'rung')::int as rung)
    update warn_timer t set done_at = null from skipped s
    where t.warn_id = s.warn_id and t.rung = s.rung and t.kind = 'claim' and t.name = 'contacts'`.execute(tx);
}

/**
 * Returns the rungs to arm after a raise. A rung exactly at the limit of a new warn also marks it as overdue; a joined
 * warn may have another level, whose rungs stay.
 */
function rungsOf(project: ProjectLimits, level: WarnLevel, created: boolean): ArmedRung[] {
  const rungs = claimLadder(project, level).map(({ rung, target, after }) => ({ rung, name: target, after }));
  const late = lateTimer(project, level);
  return created && rungs.some(({ after }) => after === late.after) ? rungs : [...rungs, late];
}

/** Arms the whole ladder of a warn that begins to wait at the desk. */
export async function armLadder(tx: Db, warnId: string, project: ProjectLimits, level: WarnLevel): Promise<void> {
  await armClaimTimers(
    tx,
    rungsOf(project, level, true).map((rung) => ({ warn_id: warnId, ...rung })),
  );
}

/** Arms the ladder of the raised warns. */
export async function writeTimers(
  tx: Db,
  groups: Group[],
  rows: RaiseResult[],
  limits: Map<string, ProjectLimits>,
): Promise<void> {
  const timers = groups.flatMap(({ first, presses }, index) => {
    const row = rows[index];
    const project = limits.get(first.projectId);
    if (!row?.waiting || presses.every((press) => press.silent) || !isDeskWork(row) || !project) return [];
    const level = row.lifted ? 1 : mostUrgent(presses);
    return rungsOf(project, level, row.created || row.lifted).map((rung) => ({ warn_id: row.id, ...rung }));
  });
  if (timers.length > 0) await armClaimTimers(tx, timers);
  const family = new Set(timers.filter(({ name }) => name === 'contacts').map((timer) => timer.warn_id));
  const real = groups.flatMap(({ presses }, index) => {
    const row = rows[index];
    return row && !row.created && family.has(row.id) && presses.some((press) => !press.test) ? [row.id] : [];
  });
  await rearmFamily(tx, real);
}

/** Arms the rungs of the ladder and late rungs; fired rungs stay fired. */
export async function armClaimTimers(tx: Db, timers: (ArmedRung & { warn_id: string })[]): Promise<void> {
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select t.warn_id, 'claim', t.rung, case when t.rung < 0 then w.received_at else w.waiting_since end + make_interval(secs => t.after), t.name
    from jsonb_to_recordset(${JSON.stringify(timers)}::jsonb) as t (warn_id bigint, rung int, name text, after double precision)
    join warn w on w.id = t.warn_id
    on conflict do nothing`.execute(tx);
}
