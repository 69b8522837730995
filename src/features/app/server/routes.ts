import { appApi } from '#features/app/contract.ts';
import { handlers } from '#server/handlers.ts';
import { getAppInfo, getConsent, getUserCode, openTicket } from './code.ts';
import { addApp, editApp, getAppList, getAppOption, resetAppSecret, updateAppStatus } from './registry.ts';

export default handlers(appApi, {
  getUserCode,
  getAppInfo,
  getConsent,
  openTicket,
  getAppList,
  getAppOption,
  addApp,
  editApp,
  updateAppStatus,
  resetAppSecret,
});
