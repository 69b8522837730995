import type { Feature } from '#shared/feature.ts';

/** Files leave through HTTP handlers of their own, outside the envelope: see `server/http.ts`. */
export const feature: Feature = { title: '文件', endpoints: {}, screens: [] };
