import type { WarnTrack } from '#features/warn/web/service.ts';
import { distance } from '#shared/distance.ts';
import { ago, distanceText, duration, waiting } from '#web/data/format.ts';

type Point = WarnTrack['points'][number];
type Locate = NonNullable<WarnTrack['locate']>;

/** Maximum inaccuracy of a track point, m. */
const worst = 200;
/** Distance below which points count as the same position, m: GPS near a wall has about this accuracy. */
const samePlace = 60;
/** Time without a position after which a watch counts as late, ms. */
const lateAfterMs = 60_000;
/** Age from which a locate command is ignored, ms. */
const staleAfterMs = 30 * 60_000;

/** Returns the points accurate enough for a track. */
export function waypoints(points: readonly Point[]): Point[] {
  return points.filter((point) => point.accuracy === null || point.accuracy <= worst);
}

/** Returns since when the customer has stayed at the last point; null without points. */
export function stayingSince(points: readonly Point[]): string | null {
  const last = points.at(-1);
  if (!last) return null;
  const moved = points.findLastIndex((point) => distance(point, last) > samePlace);
  return points[moved + 1]?.at ?? null;
}

/** Returns the track as text: 「24 小时 38 个点，最远 420 m（离家），停留 43 分」, for users who do not see the line. */
export function trackSentence(
  points: readonly Point[],
  home: { lat: number; lng: number } | null,
  now: number,
): string {
  const way = waypoints(points);
  if (way.length === 0) return '24 小时内没有可靠的位置';
  const farthest = home === null ? null : Math.max(...way.map((point) => distance(point, home)));
  const since = stayingSince(way);
  return [
    `24 小时 ${way.length} 个点`,
    farthest === null ? null : `最远 ${distanceText(farthest)}`,
    since === null ? null : `停留 ${duration(Math.floor((now - Date.parse(since)) / 60_000) * 60)}`,
  ]
    .filter((part) => part !== null)
    .join('，');
}

/** Whether an answer may still come, so that polling is fast. */
export function isLocating(locate: Locate | null, now: number): boolean {
  if (locate === null || locate.located || locate.state === 'failed' || locate.state === 'expired') return false;
  return now - Date.parse(locate.askedAt) < staleAfterMs;
}

/** Returns the outcome of 立即定位: 已下发, 已返回, or the reason for a failure (domain.md 6.14). */
export function locateText(locate: Locate | null, positionAt: string | null, now: number): string | null {
  if (locate === null || now - Date.parse(locate.askedAt) > staleAfterMs) return null;
  if (locate.located) return positionAt === null ? '已返回' : `已返回 ${ago(now - Date.parse(positionAt))}的位置`;
  if (locate.state === 'expired') return '设备一直不在线，没有定位';
  if (locate.state === 'failed') return '设备没有应答，没有定位';
  if (locate.sentAt === null) return '设备不在线，上线后立即定位';
  const since = now - Date.parse(locate.sentAt);
  if (since > lateAfterMs) return '60 秒没有返回位置';
  return `${locate.state === 'acknowledged' ? '设备已应答' : '已下发'} ${waiting(since)}`;
}
