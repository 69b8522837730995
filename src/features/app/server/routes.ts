import { appApi } from '#features/app/contract.ts';
import { handlers } from '#server/handlers.ts';
import { getAppInfo, getConsent, getUserCode, openTicket } from './code.ts';
import { getAppList, getAppOption } from './list.ts';
import { uploadAppLogo } from './logo.ts';
import { addApp, editApp, resetAppSecret, updateAppStatus } from './registry.ts';

export default handlers(appApi, {
  getUserCode,
  getAppInfo,
  getConsent,
  openTicket,
  getAppList,
  getAppOption,
  addApp,
  editApp,
  uploadAppLogo,
  updateAppStatus,
  resetAppSecret,
});
