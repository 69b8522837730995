import { dispatchApi } from '#features/dispatch/contract.ts';
import { authorizationCases, names, type World } from '#server/testing/authorization.ts';
import { claimByOwner } from '#server/testing/warnRecords.ts';

async function dispatchOf(app: World['app'], id: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select id::text from warn_dispatch where warn_id = $1', [id]);
  return row?.id ?? '1';
}

/** Scope of dispatches. */
export default authorizationCases(dispatchApi, {
  dispatchWarn: {
    checks: [names('warn', ({ id }) => ({ id, name: '社区站', kind: 'station' }), { ready: claimByOwner })],
  },
  updateWarnDispatch: {
    checks: [
      names('warn', async ({ id }, { app }) => ({ id, dispatchId: await dispatchOf(app, id), state: 'arrived' }), {
        ready: async (created, world) => {
          await claimByOwner(created, world);
          const input = { id: created.id, name: '社区站', kind: 'station' as const };
          await world.app.call(dispatchApi.dispatchWarn, input, world.app.admin);
        },
      }),
    ],
    alsoFree: { dispatchId: 'a dispatch of the same alarm, looked up below it' },
  },
});
