import { deskApi } from '#features/desk/contract.ts';
import { authorizationCases, names } from '#server/testing/authorization.ts';
import { claimByOwner } from '#server/testing/warnRecords.ts';

/** Scope of the desk. */
export default authorizationCases(deskApi, {
  getWarn: { checks: [names('warn', ({ id }) => ({ id }))] },
  revealWarn: { checks: [names('warn', ({ id }) => ({ id, reason: '核对' }))] },
  addWarnNote: { checks: [names('warn', ({ id }) => ({ id, note: '已联系' }), { ready: claimByOwner })] },
  keepWarnDraft: {
    checks: [names('warn', ({ id }) => ({ id, kind: 'note', body: '"已"' }), { ready: claimByOwner })],
  },
  confirmWarnReport: {
    checks: [names('warn', ({ id }) => ({ id, stepIds: ['1'] }))],
    alsoFree: { stepIds: 'steps of the same alarm, looked up below it' },
  },
});
