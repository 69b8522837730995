import { sql } from 'kysely';
import { maxDays, type shiftApi } from '#features/shift/contract.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { inDepartmentTree } from '#server/db/filter.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { viewerZone } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { patternsFor } from './pattern.ts';

type Api = typeof shiftApi;
type Row = OutputOf<Api['getRosterList']>[number];

/** Returns the turns of users in scope that overlap the days, earliest first. */
export async function getRosterList(viewer: Viewer, input: InputOf<Api['getRosterList']>): Promise<Row[]> {
  const { from, to, departmentId } = input;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > maxDays) throw invalidField('to', `一次最多看${maxDays}天`);
  const zone = await viewerZone(db, viewer);
  return db.rows(sql<Row>`
    select r.id::text, r.user_id::text as "userId", u.name as "userName", r.seat, r.shift, r.pattern_id::text as "patternId", r.from_at as "from", r.until_at as until,
      u.department_id::text as "departmentId", d.name as "departmentName", r.version
    from shift_turn r join "user" u on u.id = r.user_id join department d on d.id = u.department_id
    where r.deleted_at is null and ${visibleUsers(viewer)} and ${inDepartmentTree(sql`u.department_id`, departmentId) ?? sql`true`}
      and r.until_at > ${from}::date::timestamp at time zone ${zone}
      and r.from_at < (${to}::date + 1)::timestamp at time zone ${zone}
    order by r.from_at, u.name, r.id`);
}

/** Returns users and patterns for the roster, and its time zone. */
export async function getRosterChoice(viewer: Viewer): Promise<OutputOf<Api['getRosterChoice']>> {
  const [people, patterns] = await Promise.all([colleaguesOf(viewer, 'warn:claim'), patternsFor(viewer)]);
  return {
    ...patterns,
    people: people
      .map(({ id, name, departmentName }) => ({ userId: id, userName: name, departmentName }))
      .toSorted((a, b) => a.userName.localeCompare(b.userName, 'zh-CN')),
    timeZone: await viewerZone(db, viewer),
  };
}
