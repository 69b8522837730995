import { warnListApi } from '#features/warnList/contract.ts';
import { authorizationCases, counts, shows } from '#server/testing/authorization.ts';
import { downloadRows } from '#server/testing/sheet.ts';

/** Reason for `noOwn` where the list is searched by the customer's name. */
const byName = { noOwn: 'their alarm is in sight, the person whom somebody else entered is not' };

/** Scope of the list. */
export default authorizationCases(warnListApi, {
  getWarnList: {
    checks: [shows('warn', () => ({ limit: 200 })), shows('warn', ({ mark }) => ({ keyword: mark || '无' }), byName)],
  },
  exportWarn: {
    checks: [
      shows('warn', () => ({}), {
        text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
      }),
    ],
  },
  getWarnCount: {
    checks: [
      counts(
        'warn',
        () => ({}),
        ({ pending }) => pending,
      ),
      counts(
        'warn',
        () => ({}),
        ({ today }) => today,
      ),
    ],
  },
  batchFalse: { checks: [shows('warn', ({ id }) => ({ ids: [id], reason: 'mis_touch' }))] },
  batchClaim: { checks: [shows('warn', ({ id }) => ({ ids: [id] }))] },
});
