import type { OutputOf } from '#shared/endpoint.ts';
import type { modelApi } from '../contract.ts';

export type ModelRow = OutputOf<typeof modelApi.getModelList>;

/** Returns the default seconds until offline: three reports, at least 20 s. */
export const offlineAfter = (interval: number) => Math.max(20, 3 * interval);

/** Returns a time span: 5 分钟, 25 小时, 45 秒. */
export function spanOf(seconds: number): string {
  if (seconds >= 7200 && seconds % 3600 === 0) return `${seconds / 3600} 小时`;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}
