import { sql } from 'kysely';
import { db } from '#server/db/db.ts';
import { distance } from '#shared/distance.ts';
import { planeAround } from '#shared/place/plane.ts';

interface LatLng {
  lat: number;
  lng: number;
}

/** A named place: a home, a fence, a service station. */
export interface Landmark extends LatLng {
  name: string;
}

/** Farthest metres of what is called near, and the metres within which somebody is at a landmark. */
const nearMetres = 300;
const atMetres = 30;

const directions = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const;

/** Returns 东北: the direction in which `to` lies from `from`. */
function directionOf(from: LatLng, to: LatLng): string {
  const { x, y } = planeAround(from)(to);
  const eighths = Math.round((Math.atan2(x, y) * 4) / Math.PI);
  return directions[(eighths + 8) % 8] ?? '北';
}

/** Returns 120 米, 5.2 公里. */
function metresText(metres: number): string {
  return metres < 1000
    ? `${Math.round(metres / 10) * 10} 米`
    : `${(metres / 1000).toFixed(metres < 10_000 ? 1 : 0)} 公里`;
}

/** Returns 离家东北 550 米; 在家 within 30 m. */
function fromHome(home: LatLng, place: LatLng): string {
  const metres = distance(home, place);
  return metres <= atMetres ? '在家' : `离家${directionOf(home, place)} ${metresText(metres)}`;
}

/**
 * Returns where a fix lies in words: the fence around it or the nearest landmark within 300 m, and distance and direction
 * from home. Null where nothing is known: positions are not looked up anywhere.
 * @param fence name of the fence in which the person stands
 */
export function nearText(
  place: LatLng,
  home: LatLng | null,
  landmarks: readonly Landmark[],
  fence: string | null = null,
): string | null {
  const byHome = home && fromHome(home, place);
  if (byHome === '在家') return byHome;
  const homeMetres = home ? distance(home, place) : Number.POSITIVE_INFINITY;
  const nearest = landmarks
    .map((landmark) => ({ ...landmark, metres: distance(landmark, place) }))
    .filter(({ metres }) => metres <= Math.min(nearMetres, homeMetres))
    .sort((a, b) => a.metres - b.metres)[0];
  const around = fence === null ? nearest && `${nearest.name}附近` : `${fence}内`;
  return [around, byHome].filter(Boolean).join('，') || null;
}

/** Returns the service stations with a position. */
export async function stations(): Promise<Landmark[]> {
  const rows = await db.rows(sql<Landmark>`
    select name, lat, lng from department where type = 'station' and status = 'enabled' and deleted_at is null and lat is not null and lng is not null`);
  return rows;
}
