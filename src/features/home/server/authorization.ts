import { homeApi } from '#features/home/contract.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  scopeFree,
  type World,
} from '#server/testing/authorization.ts';

const nothing = () => ({});
const sum = (hours: readonly number[]) => hours.reduce((total, count) => total + count, 0);

const dueToday = ({ id }: CreatedRecord, { app }: World) =>
  app.sql(
    `update warn set status = 'done', claimed_at = now(), finished_at = now(), result = 'phone', follow_up_at = now() where id = $1`,
    [id],
  );

const inHospital = ({ id }: CreatedRecord, { app }: World) =>
  app.sql(
    `update warn set status = 'done', claimed_at = now(), finished_at = now(), result = 'hospital', follow_up_at = now() where id = $1`,
    [id],
  );

const silent = ({ id }: CreatedRecord, { app }: World) =>
  app.sql(
    `with e as (update equipment set state = 'in_use' where id = $1 returning id, project_id)
     insert into device_state (device_id, project_id, online, offline_since, last_seen_at) select id, project_id, false, now() - interval '3 days', now() - interval '3 days' from e
     on conflict (device_id) do update set online = false, offline_since = now() - interval '3 days', last_seen_at = now() - interval '3 days'`,
    [id],
  );

const inService = ({ id }: CreatedRecord, { app }: World) =>
  app.sql(`update customer set service_state = 'active' where id = $1`, [id]);

/** Scope cases of the home-page endpoints. */
export default authorizationCases(homeApi, {
  getHome: {
    checks: [
      counts('warn', nothing, ({ queue }) => queue?.pending ?? 0),
      counts('warn', nothing, ({ today }) => today?.today ?? 0),
      counts('warn', nothing, ({ today }) => sum(today?.hours ?? [])),
      counts('warn', nothing, ({ followUp }) => followUp?.count ?? 0, { ready: dueToday }),
      counts('warn', nothing, ({ watch }) => watch?.rows.length ?? 0, { ready: inHospital, with: ['warn:claim'] }),
      counts('warn', nothing, ({ work }) => work?.counts.unclaimed ?? 0, { with: ['home:lead'] }),
      counts('customer', nothing, ({ work }) => work?.coverage?.served ?? 0, { ready: inService, with: ['home:area'] }),
    ],
  },
  getHomeOffline: { checks: [counts('equipment', nothing, ({ count }) => count, { ready: silent })] },
  getHomeSeat: scopeFree('colleagues who can take the alarms of the viewer’s own place, wherever they sit'),
  getHomeShift: scopeFree('the viewer’s own turn and the sheets that name the viewer'),
  getHomeNotice: scopeFree('the viewer’s own inbox'),
  getHomeSetup: {
    checks: [
      counts('customer', nothing, ({ customers }) => customers),
      counts('equipment', nothing, ({ equipment }) => equipment),
      counts('project', nothing, ({ projects }) => projects),
    ],
  },
});
