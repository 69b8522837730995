import type { Feature } from '#shared/feature.ts';

/** Files are sent by their own HTTP handlers, without the JSON envelope: see `server/http.ts`. */
export const feature: Feature = { title: '文件', endpoints: {}, screens: [] };
