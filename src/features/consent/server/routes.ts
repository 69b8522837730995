import { consentApi } from '#features/consent/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { consents, uploadConsentFile } from './consent.ts';
import { withdrawConsent } from './withdraw.ts';

export default handlers(consentApi, {
  getConsentList: consents.list,
  addConsent: consents.add,
  withdrawConsent,
  uploadConsentFile,
});
