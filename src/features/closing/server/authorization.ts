import { closingApi } from '#features/closing/contract.ts';
import { authorizationCases, type CreatedRecord, names, type World } from '#server/testing/authorization.ts';
import { claimByOwner, finish, reachCustomer } from '#server/testing/warnRecords.ts';
import { ending } from '#server/testing/warns.ts';

const requestFalse = ({ id }: CreatedRecord, { app, owner }: World) =>
  app.sql(
    `update warn set false_asked_at = now(), false_asked_by = $2, false_asked_reason = 'mis_touch' where id = $1`,
    [id, owner.id],
  );

/** Scope of the ends of warns. */
export default authorizationCases(closingApi, {
  falseWarn: {
    checks: [names('warn', ({ id }) => ({ id, reason: 'mis_touch', confirmedBy: 'elder' }), { ready: reachCustomer })],
  },
  askFalseWarn: { checks: [names('warn', ({ id }) => ({ id, reason: 'mis_touch' }), { ready: claimByOwner })] },
  answerFalseWarn: { checks: [names('warn', ({ id }) => ({ id, accept: true }), { ready: requestFalse })] },
  closeWarn: {
    checks: [names('warn', ({ id }) => ({ id, ...ending }), { ready: reachCustomer })],
  },
  reopenWarn: { checks: [names('warn', ({ id }) => ({ id, reason: '又按了' }), { ready: finish })] },
});
