import { type Selectable, sql } from 'kysely';
import type { followUpApi } from '#features/followUp/contract.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import { invalidField, notFound } from '#server/core/problem.ts';
import type { Scope, Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/people.ts';
import type { FollowUpPlan } from '#server/db/tables.ts';
import { bigints, json } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { fill, shareAnew, tick } from './fill.ts';

type Api = typeof followUpApi;
type Counts = OutputOf<Api['addPlan']>['counts'];

/** A plan as it is stored. */
export type Plan = Omit<Selectable<FollowUpPlan>, 'filter' | 'scope'> & {
  filter: InputOf<Api['addPlan']>['filter'];
  /** How far whoever made it saw. */
  scope: Scope;
};

/** A plan lasts so many days at most. */
const mostDays = 366;

/** The condition on `follow_up_plan p`: it is seen by whoever sees who made it. */
export function planSeen(viewer: Viewer) {
  return sql<boolean>`(p.deleted_at is null and exists (select 1 from "user" u where u.id = p.created_by and ${visibleUsers(viewer)}))`;
}

function judgeDays(from: string, until: string): void {
  if (until < from) throw invalidField('until', '截止日期早于开始日期');
  if (Date.parse(until) - Date.parse(from) > mostDays * 86_400_000) throw invalidField('until', '计划最长一年');
}

async function judgePeople(viewer: Viewer, shareAmong: readonly string[]): Promise<void> {
  const able = new Set((await colleaguesOf(viewer, 'followUp:finish')).map(({ id }) => id));
  if (shareAmong.some((id) => !able.has(id))) throw invalidField('shareAmong', '有人不能回访或不在你的范围', 'scope');
}

/** How the rows of plans stand, by plan. */
export async function countsOf(tx: Db, ids: readonly string[]): Promise<Map<string, Counts>> {
  const found = await sql<Counts & { id: string }>`
    select plan_id::text as id, count(*)::int as total, count(*) filter (where state = 'open')::int as open,
      count(*) filter (where state = 'visit')::int as visit, count(*) filter (where state = 'done')::int as done
    from follow_up where plan_id = any(${bigints(ids)}) and state <> 'dropped' and deleted_at is null group by plan_id`.execute(
    tx,
  );
  return new Map(found.rows.map(({ id, ...counts }) => [id, counts]));
}

export const noRows: Counts = { total: 0, open: 0, visit: 0, done: 0 };

/** Makes a plan and the rows of those whom it finds already; people who come under it later get theirs as it runs. */
export async function addPlan(viewer: Viewer, input: InputOf<Api['addPlan']>): Promise<OutputOf<Api['addPlan']>> {
  const { kind, name, filter, from, until, shareAmong } = input;
  judgeDays(from, until);
  await judgePeople(viewer, shareAmong);
  return command(viewer, async ({ tx }) => {
    const { kind: reach, departments, projects } = viewer.scope;
    const plan = await tx
      .insertInto('followUpPlan')
      .values({
        ...{ kind, name: name.trim(), fromDate: from, untilDate: until, createdBy: viewer.userId },
        filter: json(filter),
        scope: json({ kind: reach, departments, projects }),
        shareAmong: bigints(shareAmong),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await fill(tx, plan as Plan);
    return { id: plan.id, counts: (await countsOf(tx, [plan.id])).get(plan.id) ?? noRows };
  });
}

/** Renames, extends or hands on a plan. 409 with who changed what meanwhile. */
export async function editPlan(viewer: Viewer, input: InputOf<Api['editPlan']>): Promise<OutputOf<Api['editPlan']>> {
  const { id, version, name, until, shareAmong } = input;
  if (shareAmong) await judgePeople(viewer, shareAmong);
  return command(viewer, async ({ tx }) => {
    const found = await sql<{ id: string }>`
      select p.id::text from follow_up_plan p where p.id = ${id} and ${planSeen(viewer)} for update`.execute(tx);
    if (!found.rows[0]) throw notFound('回访计划');
    const before = await tx.selectFrom('followUpPlan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (before.version !== version) throw await stale(tx, 'follow_up_plan', id, version, before);
    if (until) judgeDays(before.fromDate, until);
    const after = await tx
      .updateTable('followUpPlan')
      .set({
        ...(name && { name: name.trim() }),
        ...(until && { untilDate: until }),
        ...(shareAmong && { shareAmong: bigints(shareAmong) }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await shareAnew(tx, after as Plan);
    return { id, version: after.version };
  });
}

/** Every plan of today gets the rows that are new, those who have pressed are done, and what nobody does any more is shared anew. */
export async function runPlan(tx: Db, id: string): Promise<number> {
  const row = await tx
    .selectFrom('followUpPlan')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 0;
  const plan = row as Plan;
  const runs = plan.untilDate >= new Date().toISOString().slice(0, 10);
  return (await tick(tx, plan)) + (await shareAnew(tx, plan)) + (runs ? await fill(tx, plan) : 0);
}
