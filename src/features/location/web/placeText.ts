import { fenceStandings } from '#features/fence/contract.ts';
import { placeKinds } from '#features/location/contract.ts';
import { unlocated } from '#shared/codes.ts';
import { accuracyOf } from '#shared/place/fix.ts';
import { genders, livingStates, positionModes } from '#web/data/codeLabels.ts';
import { ago, duration, listTime } from '#web/data/format.ts';
import type { Person, PlaceRow } from './placePoints.ts';

type Place = NonNullable<PlaceRow['place']>;

/** Returns ±14 m; 约 ±1000 m where the device gives none. */
function accuracyText({ accuracy, source }: Place): string {
  if (accuracy !== null) return `±${Math.round(accuracy)} m`;
  return source === null ? '' : `约 ±${accuracyOf({ accuracy, source })} m`;
}

/** Returns how a place is known: GPS ±14 m, 安装位置, 住址. */
export function sourceText(place: Place): string {
  if (place.kind === 'installed') return '安装位置，没有定位';
  if (place.kind === 'home') return '登记住址，没有定位';
  return `${place.source ? positionModes[place.source] : ''} ${accuracyText(place)}`.trim();
}

/** Returns the line of time and source in the list: 09:41:33 · GPS ±14 m, or why there is no place. */
export function fixText({ place, agreement }: PlaceRow, now: number): string {
  if (agreement !== 'valid') return unlocated[agreement];
  if (!place) return '没有位置';
  return place.at === null ? '没有定位' : `${listTime(place.at, now)} · ${sourceText(place)}`;
}

/** Returns where a person is in words; empty without a place. */
export function nearText({ near, place }: Pick<PlaceRow, 'near' | 'place'>): string {
  if (!place) return '';
  if (place.kind === 'home' || place.kind === 'installed') return placeKinds[place.kind];
  return near ?? '附近没有已知的地点';
}

/** Returns age, source and speed of a fix for a marker: 25 秒前 · GPS ±14 m · 0.9 km/h. */
export function fixDetail(place: Place, speed: number | null, now: number): string {
  return [
    place.at === null ? null : ago(now - Date.parse(place.at)),
    sourceText(place),
    speed === null || place.kind !== 'fresh' ? null : `${speed.toFixed(1)} km/h`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Returns the standing to fences with its urgency; for an old fix its age. Null where there is nothing to say. */
export function standingText(
  { fence, place, stale }: PlaceRow,
  now: number,
): { text: string; level: 1 | 2 | null } | null {
  const { standing, since } = fence;
  if (standing === 'outside') {
    const time = since === null ? '' : ` ${lasting(now - Date.parse(since))}`;
    return { text: `${fenceStandings.outside}${time}`, level: 2 };
  }
  if (stale && place?.at) return { text: ago(now - Date.parse(place.at)), level: 1 };
  if (standing === 'off') return null;
  return { text: fenceStandings[standing], level: standing === 'doubtful' ? 2 : null };
}

/** Returns a length of time in minutes: 6 分钟, 2 小时 5 分. */
export function lasting(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return minutes < 60 ? `${minutes} 分钟` : duration(minutes * 60);
}

/** Returns 女 · 86 岁 · 独居, as far as known. */
export function aboutText({ gender, age, livingState }: Pick<PlaceRow, 'gender' | 'age' | 'livingState'>): string {
  const label = (of: object, code: string | number) => (of as Readonly<Record<string, string>>)[code];
  return [
    gender === 0 ? null : label(genders, gender),
    age === null ? null : `${age} 岁`,
    livingState === null ? null : label(livingStates, livingState),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Report and fix count as one below this difference, ms. */
const together = 60_000;

/** Returns when a person was last heard and last located, told apart where that differs. */
export function heardText({ place, lastSeenAt, agreement }: Person, now: number): string {
  const age = (at: string) => ago(now - Date.parse(at));
  const fixAt = place?.at ?? null;
  if (lastSeenAt === null) return fixAt === null ? '设备还没有上报过' : `上次定位 ${age(fixAt)}`;
  if (agreement !== 'valid') return `${age(lastSeenAt)}有上报`;
  if (fixAt === null) return `${age(lastSeenAt)}有上报，没有定位`;
  if (Date.parse(lastSeenAt) - Date.parse(fixAt) < together) return `${age(fixAt)}上报并定位`;
  return `${age(lastSeenAt)}有上报，没有定位 · 上次定位 ${age(fixAt)}`;
}
