import { sql } from 'kysely';
import { limitsOf } from '#features/project/server/service.ts';
import type { WarnStep } from '#features/warn/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, now } from '#server/db/values.ts';
import type { StepKind, WarnLevel } from '#shared/codes.ts';
import type { Static } from '#shared/typebox.ts';
import type { StoredWarn } from './access.ts';
import { claimLadder, lateTimer } from './ladder.ts';
import { armClaimTimers } from './raiseTimers.ts';

type Step = Static<typeof WarnStep>;

/** Writes a step with user and time; a user's step restarts the stall limit. */
export async function addStep(
  tx: Db,
  row: Pick<StoredWarn, 'id' | 'status' | 'projectId' | 'family'>,
  viewer: Viewer,
  kind: StepKind,
  note: string | null,
  data: Record<string, unknown> = {},
): Promise<Step> {
  const byUser = viewer.userId !== '0';
  const step = await tx
    .insertInto('warnStep')
    .values({
      warnId: row.id,
      kind,
      at: sql<string>`clock_timestamp()`,
      userId: byUser ? viewer.userId : null,
      note,
      data,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await bumpVersion(tx, row, viewer);
  return {
    id: step.id,
    kind,
    at: step.at,
    userId: step.userId,
    userName: byUser ? viewer.name : null,
    note: step.note,
    data: step.data,
  };
}

/** Step that the system writes. */
export interface SystemStep {
  warnId: string;
  kind: StepKind;
  note: string;
  data: Record<string, unknown>;
}

/** Writes system steps of any number of warns, in order; each increments the version of its warn. */
export async function addSystemSteps(tx: Db, steps: readonly SystemStep[]): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    insert into warn_step (warn_id, kind, note, data)
    select s."warnId", s.kind, s.note, s.data
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s ("warnId" bigint, kind text, note text, data jsonb)`.execute(
    tx,
  );
  await sql`
    update warn w set version = w.version + s.n, updated_at = now(), updated_by = null
    from (select id, count(*)::int as n from unnest(${bigints(steps.map(({ warnId }) => warnId))}) as id group by id) s
    where w.id = s.id`.execute(tx);
}

/** Increments the version after a user's action and restarts the stall limit, which health staff do not have. */
export async function bumpVersion(
  tx: Db,
  row: Pick<StoredWarn, 'id' | 'status' | 'projectId' | 'family'>,
  viewer: Viewer,
): Promise<void> {
  const byUser = viewer.userId !== '0';
  await tx
    .updateTable('warn')
    .set((eb) => ({
      version: eb('version', '+', 1),
      updatedAt: now,
      updatedBy: byUser ? viewer.userId : null,
      ...(byUser ? { lastStepAt: now } : {}),
    }))
    .where('id', '=', row.id)
    .execute();
  if (byUser && row.status === 'handling' && row.family !== 'health') await armProgress(tx, row);
}

/**
 * Arms the stall rung of a claimed warn, due after progressSeconds without a step; an armed rung moves on with each
 * step.
 */
export async function armProgress(tx: Db, row: Pick<StoredWarn, 'id' | 'projectId'>): Promise<void> {
  const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  const seconds = limits?.progressSeconds ?? 600;
  const count = await tx.affected(sql`
    update warn_timer set due_at = now() + make_interval(secs => ${seconds}), missed = false where warn_id = ${row.id} and kind = 'progress' and done_at is null`);
  if (count) return;
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select ${row.id}, 'progress', coalesce(max(rung), 0) + 1, now() + make_interval(secs => ${seconds}), 'leader'
    from warn_timer where warn_id = ${row.id} and kind = 'progress'`.execute(tx);
}

/** Deletes timers that are no longer due; fired ones stay on record. */
export async function dropTimers(
  tx: Db,
  warnId: string,
  kinds: readonly string[] = ['claim', 'progress', 'arrival', 'receiver', 'offer'],
): Promise<void> {
  await sql`delete from warn_timer where warn_id = ${warnId} and done_at is null and kind = any(${kinds}::text[])`.execute(
    tx,
  );
}

/**
 * Rearms the ladder after a release or transfer: the clock keeps running, but each unfired rung leaves the next
 * recipient at least one limit. If all rungs have fired, the leader is notified then (domain.md 7.1). The claim limit is
 * not extended.
 */
export async function rearmClaim(tx: Db, row: StoredWarn): Promise<void> {
  const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  if (!limits || row.silent || row.family === 'health') return;
  // The rungs below move away from the limit, which stays.
  if (row.firstClaimedAt === null && !row.overdue)
    await armClaimTimers(tx, [{ warn_id: row.id, ...lateTimer(limits, row.level as WarnLevel) }]);
  // Rung 0 (offer at half the limit) is skipped: a user had the warn already. Without a recipient it waits for a seat
  // at once.
  const rungs = claimLadder(limits, row.level).filter(({ rung }) => rung > 0);
  if (rungs.length === 0) return;
  await sql`delete from warn_timer where warn_id = ${row.id} and kind = 'claim' and rung = 0 and done_at is null`.execute(
    tx,
  );
  await armClaimTimers(
    tx,
    rungs.map((rung) => ({ warn_id: row.id, rung: rung.rung, name: rung.target, after: rung.after })),
  );
  await sql`
    insert into warn_timer (warn_id, kind, rung, due_at, name)
    select ${row.id}, 'receiver', coalesce(max(rung) filter (where kind = 'receiver'), 0) + 1, now() + make_interval(secs => ${limits.claimSeconds}), 'leader'
    from warn_timer where warn_id = ${row.id} having count(*) filter (where kind = 'claim' and rung >= 0 and done_at is null) = 0`.execute(
    tx,
  );
  await sql`
    update warn_timer t set due_at = greatest(t.due_at, now() + make_interval(secs => ${limits.claimSeconds} * n.place)), missed = false
    from (select rung, row_number() over (order by rung) as place from warn_timer where warn_id = ${row.id} and kind = 'claim' and rung >= 0 and done_at is null) n
    where t.warn_id = ${row.id} and t.kind = 'claim' and t.rung = n.rung and t.done_at is null`.execute(tx);
}
