import { caseLinkApi } from '#shared/caseLink.ts';
import type { Feature } from '#shared/feature.ts';

/** Answers of people without an account to an open case: by a link that lasts as long as the case. */
export const feature: Feature = { title: '应答链接', endpoints: caseLinkApi, screens: [] };
