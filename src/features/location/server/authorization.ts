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
  locateCustomer: { checks: [names('customer', ({ id }) => ({ customerId: id }), { ready: placed })] },
});
