import { shareApi } from '#shared/contract/share.ts';
import type { Feature } from '#shared/feature.ts';

/** Links for viewers without an account: they expire, are counted and can be revoked. */
export const feature: Feature = { title: '分享链接', endpoints: shareApi, screens: [] };
