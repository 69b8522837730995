import { cmdLogApi } from '#features/cmdLog/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { authorizationCases, names, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { next, type TestUser } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { savedViewApi } from '#shared/contract/savedView.ts';

/** Log entry of an action that the owner has just performed. */
const command: RecordKind = {
  table: 'cmd_log',
  ownedBy: 'made',
  async make(app: TestApp, _place, owner: TestUser) {
    const view = { list: 'log', name: `记录${next()}`, state: { filters: {} } };
    const added = await app.call(savedViewApi.addView, view, owner.token);
    const [row] = await app.sql<{ id: string; trace: string }>(
      'select id::text, trace_id as trace from cmd_log where object_id = $1 order by id desc limit 1',
      [added.id],
    );
    return { id: row?.id ?? '', mark: row?.trace ?? '' };
  },
};

const login: RecordKind = {
  table: 'login_log',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const mark = `trace-${next()}`;
    const [row] = await app.sql<{ id: string }>(
      `insert into login_log (account, user_id, result, ip, trace_id) values ($1, $2, 'success', '10.0.0.1', $3) returning id::text`,
      [owner.account, owner.id, mark],
    );
    return { id: row?.id ?? '', mark };
  },
};

const productWide = 'the logs of the whole product: their seals and their days, no row of them';

/** Scope cases of the log endpoints. */
export default authorizationCases(
  cmdLogApi,
  {
    getCmdLogList: { checks: [shows('command', () => ({ limit: 200 })), shows('command', traced)] },
    getLoginLogList: { checks: [shows('login', () => ({ limit: 200 }))] },
    getCmdLog: { checks: [names('command', ({ id }) => ({ id }))] },
    exportCmdLog: {
      checks: [
        shows('command', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    getScheduleLogList: scopeFree('runs of the product’s own timers, about nobody'),
    verifyCmdLog: scopeFree(productWide),
    getLogRetention: scopeFree(productWide),
    editLogRetention: scopeFree(productWide),
  },
  { command, login },
);

function traced({ mark }: { mark: string }) {
  return { traceId: mark };
}
