import type { Feature } from '#shared/feature.ts';

/** The live stream has its own HTTP handler (`GET /api/events`), without the JSON envelope: see `server/http.ts`. */
export const feature: Feature = { title: '实时事件', endpoints: {}, screens: [] };
