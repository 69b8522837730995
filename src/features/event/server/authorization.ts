import { warnApi } from '#features/warn/contract.ts';
import { authorizationCases, type CreatedRecord, type World } from '#server/testing/authorization.ts';
import { Live } from '#server/testing/live.ts';
import { jobApi } from '#shared/contract/job.ts';

/**
 * Returns the events that a listener gets of an alarm claimed meanwhile; a later event of the listener's own job ends
 * the wait.
 */
async function listen({ id }: CreatedRecord, { app, user }: World): Promise<{ status: number; text: string }> {
  const live = await Live.open(app.url, user.token);
  if (live.status !== 200) {
    live.close();
    return { status: live.status, text: '' };
  }
  await app.tryCall(warnApi.claimWarn, { id }, app.admin);
  const [job] = await app.sql<{ id: string }>(
    `insert into job (kind, title, state, owner_id, trace_id) values ('reach', '导出', 'running', $1, 'x') returning id::text`,
    [user.id],
  );
  await app.call(jobApi.cancelJob, { id: job?.id ?? '' }, user.token);
  await live.waitFor('the event behind it', ({ event }) => event === 'job');
  live.close();
  return { status: live.status, text: JSON.stringify(live.events) };
}

/** Scope cases of the live stream. */
export default authorizationCases(
  {},
  {},
  {},
  {
    'GET /api/events': {
      tries: [{ how: 'shows', kind: 'warn', with: ['warn:list'], anonymousStatus: 401, wrongRole: 200, ask: listen }],
    },
  },
);
