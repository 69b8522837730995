import { appApi } from '#features/app/contract.ts';
import { handlers } from '#server/handlers.ts';
import { getAppInfo, getConsent, getUserCode, openTicket } from './code.ts';
import { addApp, editApp, getAppList, resetAppSecret, updateAppStatus } from './registry.ts';

export default handlers(appApi, {
  getUserCode,
  getAppInfo,
  getConsent,
  openTicket,
  getAppList,
  addApp,
  editApp,
  updateAppStatus,
  resetAppSecret,
});
