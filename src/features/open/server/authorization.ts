import { openApi } from '#features/open/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

/** Public endpoints need no cases. */
export default authorizationCases(openApi, {
  getOpenInfo: scopeFree('public: the platform’s name and the notices that were published for everybody'),
  getOpenDevice: scopeFree('public: the model of a device, never whose it is'),
});
