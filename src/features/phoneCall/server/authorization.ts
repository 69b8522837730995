import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { authorizationCases, names, type World } from '#server/testing/authorization.ts';
import { claimByOwner } from '#server/testing/warnRecords.ts';

async function callOf(app: World['app'], id: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>("select id::text from warn_step where warn_id = $1 and kind = 'call'", [
    id,
  ]);
  return row?.id ?? '1';
}

/** Scope of calls. */
export default authorizationCases(phoneCallApi, {
  addWarnCall: {
    checks: [names('warn', ({ id }) => ({ id, phone: '120', result: 'ok' }), { ready: claimByOwner })],
    alsoFree: { contactId: 'a contact of the alarm’s own person, looked up below the alarm' },
  },
  finishWarnCall: {
    checks: [
      names('warn', async ({ id }, { app }) => ({ id, stepId: await callOf(app, id), result: 'no_answer' }), {
        ready: async (created, world) => {
          await claimByOwner(created, world);
          await world.app.call(phoneCallApi.addWarnCall, { id: created.id, phone: '120' }, world.app.admin);
        },
      }),
    ],
    alsoFree: { stepId: 'a call of the same alarm, looked up below it' },
  },
});
