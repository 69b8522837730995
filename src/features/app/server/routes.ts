import { appApi } from '#features/app/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getAppInfo, getConsent, getUserCode, openTicket } from './code.ts';
import { getAppOption } from './list.ts';
import { uploadAppLogo } from './logo.ts';
import { addApp, apps, resetAppSecret, updateAppStatus } from './registry.ts';

export default handlers(appApi, {
  getUserCode,
  getAppInfo,
  getConsent,
  openTicket,
  getAppList: apps.list,
  getApp: apps.get,
  getAppOption,
  addApp,
  editApp: apps.edit,
  uploadAppLogo,
  updateAppStatus,
  resetAppSecret,
});
