import type { Feature } from '#shared/feature.ts';

/** The live stream is an HTTP handler of its own (`GET /api/events`), outside the envelope: see `server/http.ts`. */
export const feature: Feature = { title: '实时事件', endpoints: {}, screens: [] };
