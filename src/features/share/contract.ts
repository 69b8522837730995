import type { Feature } from '#shared/feature.ts';
import { shareApi } from '#shared/share.ts';

/** Items for people without an account: by a link that ends, is counted and can be taken back. */
export const feature: Feature = { title: '分享链接', endpoints: shareApi, screens: [] };
