import { caseLinkApi } from '#shared/contract/caseLink.ts';
import type { Feature } from '#shared/feature.ts';

/** Answers to an open alarm without an account, by a link that is valid as long as the alarm is open. */
export const feature: Feature = { title: '应答链接', endpoints: caseLinkApi, screens: [] };
