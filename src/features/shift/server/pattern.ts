import { type SqlBool, sql } from 'kysely';
import { projectOptions, usableProjects } from '#features/project/server/service.ts';
import type { shiftApi } from '#features/shift/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { constraintOf } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { any, bigints, now } from '#server/db/values.ts';
import { viewerZone } from '#server/db/zone.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { notifyMoved } from './turnNotices.ts';
import { lockUsers } from './turnRules.ts';

type Api = typeof shiftApi;
type Changed = OutputOf<Api['addPattern']>;
type Choice = OutputOf<Api['getRosterChoice']>;

/** Projects with a roster that the viewer may edit, null for all. */
type Usable = readonly string[] | null;

/** Returns the projects; none for viewers with the scope `self`. */
export async function usableBy(viewer: Viewer): Promise<Usable> {
  return viewer.scope.kind === 'self' ? [] : usableProjects(viewer);
}

/** Returns whether the projects include every project: the viewer may then change patterns of every project. */
async function isEverywhere(tx: Db, usable: Usable): Promise<boolean> {
  if (usable === null) return true;
  const rows = await tx.rows(sql`
    select 1 from project where deleted_at is null and id <> all(${bigints(usable)}) limit 1`);
  return rows.length === 0;
}

/** Condition on `shift_pattern`: for every project, or of a usable project. */
const offered = (usable: Usable) =>
  sql<SqlBool>`(${usable === null} or shift_pattern.project_id is null or shift_pattern.project_id = any(${bigints(usable ?? [])}))`;

const tomorrow = (zone: string) =>
  sql<string>`((now() at time zone ${zone})::date + 1)::timestamp at time zone ${zone}`;

/** Returns the patterns that the viewer may use, and the projects for which they may add some. */
export async function patternsFor(viewer: Viewer): Promise<Pick<Choice, 'patterns' | 'projects' | 'everywhere'>> {
  const [usable, projects, zone] = await Promise.all([
    usableBy(viewer),
    projectOptions(viewer),
    viewerZone(db, viewer),
  ]);
  const everywhere = await isEverywhere(db, usable);
  const rows = await db.rows(sql<Choice['patterns'][number]>`
    select shift_pattern.id::text, shift_pattern.project_id::text as "projectId", p.name as "projectName", shift_pattern.name,
      from_clock as "from", until_clock as until, min_staff as "minStaff", shift_pattern.version,
      ${everywhere}::bool or shift_pattern.project_id is not null as editable,
      (select count(*)::int from shift_turn r join "user" u on u.id = r.user_id
        where r.pattern_id = shift_pattern.id and r.deleted_at is null and r.from_at >= ${tomorrow(zone)} and ${visibleUsers(viewer)}) as ahead
    from shift_pattern left join project p on p.id = shift_pattern.project_id
    where shift_pattern.deleted_at is null and ${offered(usable)} order by shift_pattern.project_id nulls first, shift_pattern.id`);
  return {
    patterns: rows,
    projects: projects.filter(({ value }) => usable?.includes(value) ?? true),
    everywhere,
  };
}

/** A pattern that the viewer may use. */
export interface Offered {
  id: string;
  name: string;
  from: string;
  until: string;
}

/** Returns the pattern; 400 when the viewer may not use it. */
export async function patternOf(tx: Db, viewer: Viewer, id: string): Promise<Offered> {
  const pattern = await tx
    .selectFrom('shiftPattern')
    .select(['id', 'name', 'fromClock as from', 'untilClock as until'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(offered(await usableBy(viewer)))
    .executeTakeFirst();
  if (!pattern) throw invalidField('patternId', '班次不存在或不在你的范围');
  return pattern;
}

/**
 * Locks patterns in the order of their ids; 404 for an unknown one or one out of scope, 403 for one of every project.
 */
async function locked(tx: Db, viewer: Viewer, ids: readonly string[]) {
  const usable = await usableBy(viewer);
  const rows = await tx
    .selectFrom('shiftPattern')
    .selectAll()
    .where('id', '=', any([...ids]))
    .where('deletedAt', 'is', null)
    .where(offered(usable))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < ids.length) throw notFound('班次');
  if (rows.some(({ projectId }) => projectId === null) && !(await isEverywhere(tx, usable)))
    throw new Problem(403, '通用班次由能看到全部项目的人修改，可以新增本项目的班次');
  return rows;
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (constraintOf(error) === 'shift_pattern_name') throw invalidField('name', '已有同名的班次', 'unique');
    throw error;
  }
}

/** Adds a pattern to a project in the viewer's scope; for every project only if the viewer sees all projects. */
export async function addPattern(viewer: Viewer, input: InputOf<Api['addPattern']>): Promise<Changed> {
  const { projectId = null, name, from, until, minStaff } = input;
  const usable = await usableBy(viewer);
  if (projectId === null && !(await isEverywhere(db, usable))) throw invalidField('projectId', '请选择项目');
  const visibleProjects = (await projectOptions(viewer)).filter(({ value }) => usable?.includes(value) ?? true);
  if (projectId !== null && !visibleProjects.some(({ value }) => value === projectId))
    throw invalidField('projectId', '项目不存在或不在你的范围');
  const values = { projectId, name: name.trim(), fromClock: from, untilClock: until, minStaff };
  return unlessTaken(() =>
    command(viewer, ({ tx }) =>
      tx
        .insertInto('shiftPattern')
        .values({ ...values, createdBy: viewer.userId })
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow(),
    ),
  );
}

/**
 * Changes a pattern, with `follow` also the turns from tomorrow on. 409 when these would overlap others; then nothing
 * changes.
 */
export async function editPattern(
  viewer: Viewer,
  input: InputOf<Api['editPattern']>,
): Promise<OutputOf<Api['editPattern']>> {
  const { id, version, from, until, minStaff, follow = false } = input;
  const name = input.name.trim();
  return unlessTaken(() =>
    command(viewer, async (ctx) => {
      const { tx } = ctx;
      const [previous] = await locked(tx, viewer, [id]);
      if (!previous) throw notFound('班次');
      if (previous.version !== version) throw await stale(tx, 'shift_pattern', id, version, previous);
      const written = await tx
        .updateTable('shiftPattern')
        .set({ name, fromClock: from, untilClock: until, minStaff })
        .where('id', '=', id)
        .returning(['id', 'version'])
        .executeTakeFirstOrThrow();
      return { ...written, moved: follow ? await moveTurns(ctx, viewer, { id, name, from, until }) : 0 };
    }),
  );
}

/** Sets hours and name of the pattern on its turns from tomorrow on; returns their number. */
async function moveTurns(ctx: CommandContext, viewer: Viewer, { id, name, from, until }: Offered): Promise<number> {
  const { tx } = ctx;
  const zone = await viewerZone(tx, viewer);
  const ahead = await tx.rows(sql<{ id: string; userId: string }>`
    select r.id::text, r.user_id::text as "userId" from shift_turn r join "user" u on u.id = r.user_id
    where r.pattern_id = ${id} and r.deleted_at is null and r.from_at >= ${tomorrow(zone)} and ${visibleUsers(viewer)}`);
  const userIds = [...new Set(ahead.map(({ userId }) => userId))];
  await lockUsers(tx, userIds);
  const ids = ahead.map((row) => row.id);
  const moved = await notifyMoved(ctx, viewer, ids, () =>
    tx.affected(sql`
    update shift_turn r set shift = ${name}, from_at = (d.day + ${from}::time) at time zone ${zone},
      until_at = (d.day + ${until}::time + case when ${until}::time <= ${from}::time then interval '1 day' else interval '0' end) at time zone ${zone}
    from (select id, (from_at at time zone ${zone})::date as day from shift_turn where id = ${any(ids)}
      and deleted_at is null) d
    where r.id = d.id`),
  );
  const overlapping = await tx.row(sql<{ name: string; day: string }>`
    select u.name, to_char(a.from_at at time zone ${zone}, 'MM-DD') as day
    from shift_turn a join shift_turn b on b.user_id = a.user_id and b.id <> a.id and b.from_at < a.until_at and b.until_at > a.from_at
      join "user" u on u.id = a.user_id
    where a.pattern_id = ${id} and a.user_id = ${any(userIds)} and a.deleted_at is null and b.deleted_at is null and a.from_at >= ${tomorrow(zone)}
    order by a.from_at, u.name limit 1`);
  if (overlapping)
    throw new Problem(409, `${overlapping.name} ${overlapping.day} 改后与另一个班次重叠，请先调整，或不改已排的班次`);
  return moved;
}

/** Deletes patterns that no current turn uses. */
export async function deletePattern(
  viewer: Viewer,
  { ids }: InputOf<Api['deletePattern']>,
): Promise<OutputOf<Api['deletePattern']>> {
  return command(viewer, async ({ tx }) => {
    for (const { id, name } of await locked(tx, viewer, ids)) {
      const row = await tx.row(sql<{ n: number }>`
        select count(*)::int as n from shift_turn where pattern_id = ${id} and deleted_at is null and until_at > now()`);
      const remaining = row?.n ?? 0;
      if (remaining > 0) throw new Problem(409, `「${name}」还有 ${remaining} 个排班没有结束，请先取消或改用别的班次`);
    }
    await tx
      .updateTable('shiftPattern')
      .set({ deletedAt: now })
      .where('id', '=', any([...ids]))
      .execute();
    return { count: ids.length };
  });
}
