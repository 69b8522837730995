import type { Feature } from '#shared/feature.ts';
import { followUpDays, followUpWords, physicalFollowUpStates } from './contract/followUp.ts';
import { type ImportField, importFields, neededFields, physicalImportApi } from './contract/import.ts';
import { dueLink, listLink, physicalLink } from './contract/links.ts';
import { physicalKinds, physicalRecordApi, physicalStatuses } from './contract/physical.ts';

export {
  dueLink,
  followUpDays,
  followUpWords,
  type ImportField,
  importFields,
  listLink,
  neededFields,
  physicalFollowUpStates,
  physicalKinds,
  physicalLink,
  physicalStatuses,
};

export const physicalApi = { ...physicalRecordApi, ...physicalImportApi };

export const feature: Feature = {
  title: '体检',
  endpoints: physicalApi,
  labels: { 'physical.kind': physicalKinds, 'physical.status': physicalStatuses },
  screens: [],
};
