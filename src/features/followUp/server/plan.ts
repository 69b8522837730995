import { type Selectable, sql } from 'kysely';
import { getCustomerChoice } from '#features/customer/server/service.ts';
import type { DepartmentChoice, followUpApi } from '#features/followUp/contract.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Scope, Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { FollowUpPlan } from '#server/db/tables.ts';
import { bigints, json, now } from '#server/db/values.ts';
import { viewerZone, zoneOf } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { fill, redistribute, tick } from './planRows.ts';
import { planSeen, planWithin } from './planScope.ts';
import { followUps, seen } from './scope.ts';

type Api = typeof followUpApi;
type Counts = OutputOf<Api['addPlan']>['counts'];

export type Plan = Omit<Selectable<FollowUpPlan>, 'filter' | 'scope'> & {
  filter: InputOf<Api['addPlan']>['filter'];
  /** Scope of the user who made the plan. */
  scope: Scope;
};

/** Maximum length of a plan, days. */
const maxDays = 366;

/** Maximum number of days that a plan may begin before today: for warns of the last weeks. */
const maxLeadDays = 31;
const aDay = 86_400_000;

/** Returns today's date for a plan, YYYY-MM-DD: in the zone of its project, else of its maker. */
async function todayOf(tx: Db, { filter, scope }: Pick<Plan, 'filter' | 'scope'>): Promise<string> {
  const { projectId } = filter;
  const zone = projectId ? zoneOf(sql`${projectId}::bigint`) : sql`${await viewerZone(tx, { scope })}`;
  const row = await tx.row(sql<{ day: string }>`select (now() at time zone ${zone})::date::text as day`);
  return row?.day ?? '';
}

/** Validates the days, which must not be over; `today` in the plan's zone. */
function validateDays(today: string, { from, until }: { from: string; until: string }, begins: boolean): void {
  if (until < from) throw invalidField('until', '截止日期不能早于开始日期');
  if (until < today) throw invalidField('until', '截止日期已经过去');
  if (Date.parse(until) - Date.parse(from) > maxDays * aDay) throw invalidField('until', '计划最长一年');
  if (begins && Date.parse(today) - Date.parse(from) > maxLeadDays * aDay)
    throw invalidField('from', `开始日期最早为${maxLeadDays}天前`);
}

/** Validates that project and department of the filter are among the maker's options. */
async function validateOwnership(viewer: Viewer, { projectId, departmentId }: Plan['filter']): Promise<void> {
  if (!projectId && !departmentId) return;
  const { projects, departments } = await getCustomerChoice(viewer);
  if (projectId && !projects.some(({ value }) => value === projectId))
    throw invalidField('projectId', '项目不存在或不在你的范围', 'scope');
  if (departmentId && !within(departments, departmentId))
    throw invalidField('departmentId', '部门不存在或不在你的范围', 'scope');
}

const within = (some: readonly DepartmentChoice[], id: string): boolean =>
  some.some((department) => department.id === id || within(department.children, id));

async function validateAssignees(viewer: Viewer, shareAmong: readonly string[]): Promise<void> {
  const able = new Set((await colleaguesOf(viewer, 'followUp:finish')).map(({ id }) => id));
  if (shareAmong.some((id) => !able.has(id))) throw invalidField('shareAmong', '有人不能回访或不在你的范围', 'scope');
}

/** Counts a plan's rows that the viewer may see, by state. */
export async function countsOf(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<Map<string, Counts>> {
  const rows = await tx.rows(sql<Counts & { id: string }>`
    select f.plan_id::text as id, count(*)::int as total, count(*) filter (where f.state = 'open')::int as open,
      count(*) filter (where f.state = 'visit')::int as visit, count(*) filter (where f.state = 'done')::int as done
    from ${followUps(viewer)} where ${seen} and f.plan_id = any(${bigints(ids)}) and f.state <> 'dropped' group by f.plan_id`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function countOf(tx: Db, viewer: Viewer, id: string): Promise<Counts> {
  return (await countsOf(tx, viewer, [id])).get(id) ?? noRows;
}

/**
 * Locks and returns the plan. 404 when the viewer does not see it, 403 when it exceeds their scope, 409 after a
 * concurrent change.
 */
async function requireCurrent(tx: Db, viewer: Viewer, { id, version }: { id: string; version: number }) {
  const row = await tx.row(sql<{ id: string }>`
    select p.id::text from follow_up_plan p where p.id = ${id} and ${planSeen(viewer)} for update`);
  if (!row) throw notFound('回访计划');
  const within = await tx.row(sql`select 1 from follow_up_plan p where p.id = ${id} and ${planWithin(viewer)}`);
  if (!within) throw new Problem(403, '计划的范围超出你的数据范围，由能看到其全部范围的人修改');
  const previous = await tx.selectFrom('followUpPlan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (previous.version !== version) throw await stale(tx, 'follow_up_plan', id, version, previous);
  return previous;
}

function scopeOf({ scope: { kind, departments, projects } }: Viewer) {
  return json({ kind, departments, projects });
}

export const noRows: Counts = { total: 0, open: 0, visit: 0, done: 0 };

/** Adds a plan and the rows of customers who match now; later matches get theirs while it runs. */
export async function addPlan(viewer: Viewer, input: InputOf<Api['addPlan']>): Promise<OutputOf<Api['addPlan']>> {
  const { kind, name, filter, from, until, shareAmong, script, draft = false } = input;
  await validateOwnership(viewer, filter);
  await validateAssignees(viewer, shareAmong);
  return command(viewer, async ({ tx }) => {
    const today = await todayOf(tx, { filter, scope: viewer.scope });
    validateDays(today, { from, until }, true);
    const plan = await tx
      .insertInto('followUpPlan')
      .values({
        ...{ kind, name: name.trim(), fromDate: from, untilDate: until, createdBy: viewer.userId },
        ...{ filter: json(filter), scope: scopeOf(viewer), shareAmong: bigints(shareAmong) },
        ...{ script: script?.trim() || null, state: draft ? 'draft' : 'active' },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!draft) await fill(tx, plan as Plan, today);
    return { id: plan.id, counts: await countOf(tx, viewer, plan.id) };
  });
}

function changesOf({ kind, name, filter, from, until, shareAmong, script }: InputOf<Api['editPlan']>) {
  return {
    ...(kind && { kind }),
    ...(name && { name: name.trim() }),
    ...(filter && { filter: json(filter) }),
    ...(from && { fromDate: from }),
    ...(until && { untilDate: until }),
    ...(shareAmong && { shareAmong: bigints(shareAmong) }),
    ...(script !== undefined && { script: script?.trim() || null }),
  };
}

/** Changes a plan: a draft completely, a running plan in name, end, script and users. 409 after a concurrent change. */
export async function editPlan(viewer: Viewer, input: InputOf<Api['editPlan']>): Promise<OutputOf<Api['editPlan']>> {
  const { id, version, kind, filter, from, until, shareAmong } = input;
  if (filter) await validateOwnership(viewer, filter);
  if (shareAmong) await validateAssignees(viewer, shareAmong);
  return command(viewer, async ({ tx }) => {
    const previous = await requireCurrent(tx, viewer, { id, version });
    if (previous.state !== 'draft' && (kind || filter || from))
      throw new Problem(409, '计划已开始，类别、范围和开始日期不能再改', { state: previous.state });
    if (from || until) {
      const days = { from: from ?? previous.fromDate, until: until ?? previous.untilDate };
      validateDays(
        await todayOf(tx, { filter: filter ?? (previous as Plan).filter, scope: viewer.scope }),
        days,
        !!from,
      );
    }
    const changes = changesOf(input);
    if (Object.keys(changes).length === 0) return { id, version: previous.version };
    const after = await tx
      .updateTable('followUpPlan')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (after.state === 'active') await redistribute(tx, after as Plan);
    return { id, version: after.version };
  });
}

/** Starts a draft with the scope of the viewer, and distributes its rows. */
export async function startPlan(viewer: Viewer, input: InputOf<Api['startPlan']>): Promise<OutputOf<Api['startPlan']>> {
  return command(viewer, async ({ tx }) => {
    const { id, state, untilDate, filter } = (await requireCurrent(tx, viewer, input)) as Plan;
    if (state !== 'draft') throw new Problem(409, '计划已经开始', { state });
    const today = await todayOf(tx, { filter, scope: viewer.scope });
    if (untilDate < today) throw new Problem(409, '截止日期已经过去，请先改期');
    const plan = await tx
      .updateTable('followUpPlan')
      .set({ state: 'active', scope: scopeOf(viewer), createdBy: viewer.userId })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await fill(tx, plan as Plan, today);
    return { id, counts: await countOf(tx, viewer, id) };
  });
}

/** Ends a running plan: drops remaining rows, except those due after warns. Returns the number of dropped rows. */
export async function endPlan(viewer: Viewer, input: InputOf<Api['endPlan']>): Promise<OutputOf<Api['endPlan']>> {
  return command(viewer, async ({ tx }) => {
    const { id, state } = await requireCurrent(tx, viewer, input);
    if (state !== 'active') throw new Problem(409, state === 'draft' ? '计划还没有开始' : '计划已经结束', { state });
    await tx.updateTable('followUpPlan').set({ state: 'ended' }).where('id', '=', id).execute();
    const remaining = tx.updateTable('followUp').where('planId', '=', id).where('state', 'in', ['open', 'visit']);
    await remaining.set({ planId: null }).where('warnId', 'is not', null).execute();
    const dropped = await remaining
      .set({ state: 'dropped', doneAt: now, doneBy: viewer.userId })
      .where('warnId', 'is', null)
      .executeTakeFirst();
    return { dropped: Number(dropped.numUpdatedRows) };
  });
}

/** Deletes a draft. 409 for a started plan, which can be ended instead. */
export async function deletePlan(viewer: Viewer, input: InputOf<Api['deletePlan']>): Promise<null> {
  return command(viewer, async ({ tx }) => {
    const { id, state } = await requireCurrent(tx, viewer, input);
    if (state !== 'draft') throw new Problem(409, '计划已开始，不能删除；可以结束它', { state });
    await tx.updateTable('followUpPlan').set({ deletedAt: now }).where('id', '=', id).execute();
    return null;
  });
}

/**
 * Runs one active plan: adds new rows, finishes those pressed, and redistributes rows that their user cannot finish. /
 */
export async function runPlan(tx: Db, id: string): Promise<number> {
  const row = await tx
    .selectFrom('followUpPlan')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 0;
  const plan = row as Plan;
  const today = await todayOf(tx, plan);
  const runs = plan.untilDate >= today;
  return (await tick(tx, plan)) + (await redistribute(tx, plan)) + (runs ? await fill(tx, plan, today) : 0);
}
