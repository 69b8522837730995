import { authorizationCases, shows } from '#server/testing/authorization.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { exportApi } from '#shared/contract/export.ts';

/** Scope cases of the unmasked export: the scope of the list itself. */
export default authorizationCases(exportApi, {
  exportClear: {
    checks: [
      shows('customer', () => ({ object: 'customer', reason: '核对名单' }), {
        with: ['customer:export'],
        text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
      }),
    ],
  },
});
