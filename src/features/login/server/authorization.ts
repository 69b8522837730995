import { loginApi } from '#features/login/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const beforeLogin = scopeFree('before anybody is known: account, password and captcha are the proof');
const ownSession = scopeFree('the session of the person who calls');

/** Scope cases of the login endpoints: they affect only the user's own session. */
export default authorizationCases(loginApi, {
  getCaptcha: beforeLogin,
  getServiceInfo: scopeFree('the name and number of the service, for everybody'),
  accountLogin: beforeLogin,
  verifyTotp: beforeLogin,
  validateToken: ownSession,
  userLogout: ownSession,
});
