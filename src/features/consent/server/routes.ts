import { consentApi } from '#features/consent/contract.ts';
import { consents, uploadConsentFile, withdrawConsent } from '#features/customer/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';

export default handlers(consentApi, {
  getConsentList: consents.list,
  addConsent: consents.add,
  withdrawConsent,
  uploadConsentFile,
});
