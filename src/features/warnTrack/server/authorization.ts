import { warnTrackApi } from '#features/warnTrack/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';
import { aDevice } from '#server/testing/rows.ts';
import { claimByOwner } from '#server/testing/warnRecords.ts';

/** Scope of positions. */
export default authorizationCases(warnTrackApi, {
  getWarnTrack: { checks: [names('warn', ({ id }) => ({ id }))] },
  locateWarn: {
    checks: [
      names('warn', ({ id }) => ({ id }), {
        ready: async (created, world) => {
          await claimByOwner(created, world);
          const [row] = await world.app.sql<{ customer: string; department: string; project: string }>(
            'select customer_id::text as customer, department_id::text as department, project_id::text as project from warn where id = $1',
            [created.id],
          );
          await aDevice(world.app, row);
        },
      }),
    ],
  },
});
