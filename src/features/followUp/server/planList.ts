import { sql } from 'kysely';
import { getCustomerChoice } from '#features/customer/server/service.ts';
import type { followUpApi } from '#features/followUp/contract.ts';
import { colleaguesOf } from '#features/user/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { contains, oneOf } from '#server/db/filter.ts';
import { countOf, pageOf } from '#server/db/paging.ts';
import { visibleUsers } from '#server/db/userScope.ts';
import { and } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { countsOf, noRows } from './plan.ts';
import { planSeen, planWithin } from './planScope.ts';

type Api = typeof followUpApi;
type Row = OutputOf<Api['getPlanList']>;

/**
 * Returns plans that overlap the viewer's scope, drafts first, then running ones. Plans beyond it name only colleagues.
 */
export async function getPlanList(viewer: Viewer, input: InputOf<Api['getPlanList']>): Promise<Paged<Row>> {
  const { kind, state, keyword } = input;
  const order = sql`(p.state = 'draft') desc, (p.state = 'active' and p.until_date >= current_date) desc, p.until_date, p.id`;
  const page = pageOf(input, { until: sql`p.until_date` }, order);
  const where = and(
    planSeen(viewer),
    oneOf(sql`p.kind`, kind),
    oneOf(sql`p.state`, state),
    contains([sql`p.name`], keyword),
  );
  const plans = await db.rows(sql<Omit<Row, 'counts'>>`
    select p.id::text, p.kind, p.name, p.state, p.script, p.filter, p.from_date::text as "from", p.until_date::text as until, among.ids as "shareAmong",
      among.names as people, m.editable,
      (select u.name from "user" u where u.id = p.created_by and (m.editable or ${visibleUsers(viewer)})) as "createdBy", p.version
    from follow_up_plan p cross join lateral (select ${planWithin(viewer)} as editable) m
      cross join lateral (
        select coalesce(array_agg(u.id::text order by s.place), '{}') as ids, coalesce(array_agg(u.name order by s.place), '{}') as names
        from unnest(p.share_among) with ordinality as s (id, place) join "user" u on u.id = s.id
        where m.editable or ${visibleUsers(viewer)}) among
    where ${where} order by ${page.order} limit ${page.limit} offset ${page.offset}`);
  const [counts, count] = await Promise.all([
    countsOf(
      db,
      viewer,
      plans.map(({ id }) => id),
    ),
    countOf(sql`select 1 from follow_up_plan p where ${where}`),
  ]);
  return { rows: plans.map((row) => ({ ...row, counts: counts.get(row.id) ?? noRows })), count };
}

/** Returns the users for distribution, and the projects and departments for the filter. */
export async function getPlanChoice(viewer: Viewer): Promise<OutputOf<Api['getPlanChoice']>> {
  const [users, { departments, projects }] = await Promise.all([
    colleaguesOf(viewer, 'followUp:finish'),
    getCustomerChoice(viewer),
  ]);
  return { people: users.map(({ id, name }) => ({ value: id, label: name })), projects, departments };
}
