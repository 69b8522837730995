import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import { authorizationCases, names, refers, scopeFree } from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';

const shared = scopeFree('rules are seen by all who see warnings; the people whom they name only within the scope');
const tried = {
  kind: 'band' as const,
  metric: 'systolic' as const,
  definition: { times: 2, clearMinutes: 5 },
};
const fields = () => ({ name: `规则${next()}`, ...tried });

/** Visibility and permissions of the calls of early warning. */
export default authorizationCases(earlyWarningApi, {
  getRuleList: shared,
  getRule: shared,
  addRule: {
    checks: [refers('customer', ({ id }) => ({ ...fields(), scope: { customerIds: [id] } }))],
  },
  editRule: shared,
  updateRuleStatus: shared,
  deleteRule: shared,
  getRulePeople: {
    checks: [names('customer', ({ id }) => ({ scope: { customerIds: [id] }, metric: ['systolic' as const] }))],
  },
  tryRule: {
    checks: [names('customer', ({ id }) => ({ ...tried, scope: { all: true }, days: 7, customerId: id }))],
    alsoFree: { id: 'a rule in force: rules are seen by all who see warnings' },
  },
  getRuleFigures: scopeFree('figures by rule; people are named only within the scope'),
});
