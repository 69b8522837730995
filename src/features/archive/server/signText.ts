import type { OutOfBand } from '#features/reading/server/service.ts';
import { readingKinds } from '#shared/health/readingKinds.ts';

const plain = (value: number) => String(Number(value.toFixed(1)));

/** Returns 高于 139 or, where values are not rounded before they are judged, 达到 6.1. */
function beyond({ kind, side, limit }: OutOfBand): string {
  if (limit === null) return side === 'high' ? '偏高' : '偏低';
  if (side === 'low') return `低于 ${plain(limit)}`;
  if (kind === 'glucose') return `达到 ${plain(limit)}`;
  return `高于 ${plain(limit - (kind === 'temperature' ? 0.1 : 1))}`;
}

/** Returns 收缩压 4 次高于 139; of means the hours, 心率有 5 小时高于 95. */
export function countText(sign: OutOfBand): string {
  const { title, summary } = readingKinds[sign.kind];
  return summary === 'points' ? `${title} ${sign.n} 次${beyond(sign)}` : `${title}有 ${sign.n} 小时${beyond(sign)}`;
}

/** Returns 最高 168/94. */
export function utmostText({ side, value, diastolic }: OutOfBand): string {
  return `${side === 'high' ? '最高' : '最低'} ${plain(value)}${diastolic === null ? '' : `/${plain(diastolic)}`}`;
}
