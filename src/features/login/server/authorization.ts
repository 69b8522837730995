import { loginApi } from '#features/login/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const before = scopeFree('before anybody is known: account, password and captcha are the proof');
const own = scopeFree('the session of the person who calls');

/** Logging in and out reaches nobody but oneself. */
export default authorizationCases(loginApi, {
  getCaptcha: before,
  getServiceInfo: scopeFree('the name and number of the service, for everybody'),
  accountLogin: before,
  verifyTotp: before,
  validateToken: own,
  userLogout: own,
});
