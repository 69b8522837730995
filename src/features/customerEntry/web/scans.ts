import { benefitApi } from '#features/benefit/contract.ts';
import { consentApi } from '#features/consent/contract.ts';
import { scanField } from '#web/form/fields/FilesField.tsx';

/** Fields for the scans of a new customer's papers. */
export const BenefitScan = scanField(benefitApi.uploadBenefitFile.path);
export const Scan = scanField(consentApi.uploadConsentFile.path);
