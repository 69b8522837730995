import { activationApi } from '#features/activation/contract.ts';
import { authorizationCases, type RecordKind, scopeFree, shows } from '#server/testing/authorization.ts';
import { anAccount, aRole } from '#server/testing/rows.ts';

/** User who never logged in, with a role without permissions. */
const user: RecordKind = {
  table: 'user',
  noOwn: 'with the scope self one sees oneself and nobody that one entered',
  async make(app, place) {
    const roleId = await aRole(app, { scope: 'self', permissions: [] });
    const { id, account } = await anAccount(app, { roleId, department: place.department, projects: [place.project] });
    return { id, mark: account };
  },
};

const link = scopeFree('public: whoever has the link sets the password of its account: activation.test.ts');

/** Scope cases of the activation endpoints: accounts that the viewer manages. */
export default authorizationCases(
  activationApi,
  {
    getActivationList: scopeFree('the accounts of one’s own import, as far as one manages them: activation.test.ts'),
    addActivation: {
      checks: [shows('user', ({ id }) => ({ ids: [id] }))],
      alsoFree: { jobId: 'one’s own import alone: activation.test.ts' },
    },
    getActivation: link,
    activateUser: link,
  },
  { user },
);
