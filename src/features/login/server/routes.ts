import { loginApi } from '#features/login/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import * as service from './login.ts';

export default handlers(loginApi, {
  getCaptcha: service.getCaptcha,
  getServiceInfo: service.getServiceInfo,
  accountLogin: service.accountLogin,
  verifyTotp: service.verifyTotp,
  validateToken: service.validateToken,
  userLogout: service.userLogout,
});
