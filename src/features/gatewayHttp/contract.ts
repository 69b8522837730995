import type { Feature } from '#shared/feature.ts';

/** Entrances of gateways and devices that speak HTTP; outside the envelope, each proven by its own secret. */
export const feature: Feature = { title: '网关 HTTP 接口', endpoints: {}, screens: [] };
