import { pushApi } from '#features/push/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { authorizationCases, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { aDevice } from '#server/testing/rows.ts';

const shared = scopeFree('a source of pushed messages serves every department and project');

const equipment: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id, sn } = await aDevice(app, place);
    return { id, mark: sn };
  },
};

/** Adds a log row about the device. */
const aLine = (app: TestApp, id: string) =>
  app.sql<{ id: string }>(
    `insert into push_log (source, state, reason, http_status, ms, number, equipment_id)
     select 'cloud', 'done', null, 200, 1, sn, id from equipment where id = $1 returning id::text`,
    [id],
  );

/** Sources have no ownership; their messages get it from the device. */
export default authorizationCases(
  pushApi,
  {
    getPushLogList: {
      checks: [shows('equipment', () => ({ limit: 200 }), { ready: ({ id }, { app }) => aLine(app, id) })],
    },
    exportPushLog: scopeFree('the same lines as the list, by the same condition: push.test.ts'),
    getPushFigures: scopeFree('figures of the same lines, by the same condition: push.test.ts'),
    replayPush: scopeFree('lines out of scope are named as left, as if they did not exist: push.test.ts'),
    ignorePush: scopeFree('lines out of scope are passed over: push.test.ts'),
    getPushSourceList: shared,
    editPushSource: scopeFree('people without a limit of departments and projects alone change a source: push.test.ts'),
    tryPushSource: shared,
    getPushVersionList: shared,
  },
  { equipment },
  {
    'POST /open/push/:source': scopeFree(
      'takes messages in and tells nothing; each is signed by its source: push.test.ts',
    ),
  },
);
