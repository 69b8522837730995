import { pushApi } from '#features/push/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const shared = scopeFree('a source of pushed messages serves every department and project');

/** Sources have no place; what they deliver gets it from its device. */
export default authorizationCases(
  pushApi,
  { getPushSourceList: shared, editPushSource: shared },
  {},
  {
    'POST /open/push/:source': scopeFree(
      'takes messages in and tells nothing; each is signed by its source: push.test.ts',
    ),
  },
);
