import { sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { json, texts } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { ruleApi } from '../../contract/rule.ts';
import { requireVisible } from './requireRule.ts';
import { covers } from './scope.ts';

type Api = (typeof ruleApi)['getRulePeople'];
type People = OutputOf<Api>;

/** Returns how many people in the viewer's scope such a rule covers, and how many of them have no such value. */
export async function getRulePeople(viewer: Viewer, { scope, metric }: InputOf<Api>): Promise<People> {
  await requireVisible(db, viewer, scope);
  const counted = await db.row(sql<People>`
    select count(*)::int as people, (count(*) filter (where not exists (select 1 from reading_latest l
      where l.customer_id = customer.id and l.metric = any(${texts(metric)}) and l.at > now() - interval '7 days')))::int as unfed
    from (select ${json(scope)}::jsonb as scope) rule join ${scoped(viewer, 'customer')} on ${covers}`);
  return counted ?? { people: 0, unfed: 0 };
}
