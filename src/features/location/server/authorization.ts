import { locationApi } from '#features/location/contract.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  names,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aDevice } from '#server/testing/rows.ts';

/** Gives the customer a watch that has reported a place. */
async function placed({ id }: CreatedRecord, { app }: World): Promise<void> {
  const [row] = await app.sql<{ department: string; project: string }>(
    'select department_id::text as department, project_id::text as project from customer where id = $1',
    [id],
  );
  const device = await aDevice(app, { customer: id, ...row });
  await app.sql(
    `update device_state set lat = 28.9, lng = 118.8, position_source = 'gnss', position_at = now() where device_id = $1`,
    [device.id],
  );
}

/** The last day. */
function aDay() {
  const now = Date.now();
  return { from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() };
}

/** Sends somebody with a link to the alarm's customer. */
async function sent({ id }: CreatedRecord, { app }: World): Promise<void> {
  await app.sql(
    `with sent as (insert into warn_dispatch (warn_id, name, kind) values ($1, '周强', 'station') returning id)
     insert into warn_link (warn_id, kind, to_id, to_name, token_hash) select $1, 'responder', id, '周强', int8send(id) from sent`,
    [id],
  );
}

const narrows = 'only narrows what the scope allows';

/** Scope of places and tracks. */
export default authorizationCases(locationApi, {
  getPlaceList: { checks: [shows('customer', () => ({ limit: 200 }), { ready: placed })] },
  getPlaceMap: {
    checks: [
      counts(
        'customer',
        ({ id }) => ({ customerId: id }),
        ({ count }) => count,
        { ready: placed },
      ),
      counts(
        'customer',
        ({ id }) => ({ ids: [id] }),
        ({ count }) => count,
        { ready: placed },
      ),
    ],
    alsoFree: { departmentId: narrows, projectId: narrows },
  },
  getPlace: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
  getTrack: {
    checks: [names('customer', ({ id }) => ({ customerId: id, ...aDay() }))],
    alsoFree: { equipmentId: narrows },
  },
  exportTrack: { checks: [names('customer', ({ id }) => ({ customerId: id, ...aDay(), format: 'gpx' }))] },
  getAppList: { checks: [shows('warn', () => ({ limit: 200 }), { ready: sent })] },
  locateCustomer: { checks: [names('customer', ({ id }) => ({ customerId: id }), { ready: placed })] },
});
