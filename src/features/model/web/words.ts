import type { OutputOf } from '#shared/endpoint.ts';
import type { modelApi } from '../contract.ts';

export type ModelRow = OutputOf<typeof modelApi.getModelList>;

/** Seconds after which a device is offline unless its model says it otherwise. */
export const offlineAfter = (interval: number) => Math.max(20, 3 * interval);

/** 5 分钟, 25 小时, 45 秒. */
export function spanOf(seconds: number): string {
  if (seconds >= 7200 && seconds % 3600 === 0) return `${seconds / 3600} 小时`;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}
