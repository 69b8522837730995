import type { WarnLevel } from '#shared/codes.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import type { MapMarker } from '#web/map/types.ts';
import type { Person, PlacePoint, PlaceRow } from './placePoints.ts';
import { fixDetail, sourceText, standingText } from './placeText.ts';

const typeLabels: Readonly<Record<string, string>> = warnTypes;

type Stated = Pick<PlaceRow, 'state' | 'warnLevel'>;

/** Returns the level of a person's sign; null for quiet people. */
export function stateLevel({ state, warnLevel }: Stated): WarnLevel | null {
  if (state === 'outside') return (warnLevel ?? 2) as WarnLevel;
  if (state === 'alarm' || state === 'lost') return (warnLevel ?? 1) as WarnLevel;
  return null;
}

/** Returns what is said of a person beside the name. */
function noteOf(row: PlaceRow | undefined, now: number): string | undefined {
  if (!row) return undefined;
  if (row.state === 'lost') return '走失';
  if (row.state === 'alarm' && row.warnType) return typeLabels[row.warnType];
  return row.state === 'outside' || row.stale ? standingText(row, now)?.text : undefined;
}

/** Returns the marker of a person who stands alone; `row` gives name and level once it has loaded. */
export function markerOf(point: PlacePoint, row: PlaceRow | undefined, now: number): MapMarker {
  const { id, lat, lng, state, kind, at, accuracy } = point;
  const level = row ? stateLevel(row) : null;
  const note = noteOf(row, now);
  const isUrgent = state === 'alarm' || state === 'outside' || state === 'lost';
  return {
    ...{ id, lat, lng, label: row?.name ?? '' },
    kind: isUrgent ? 'alarm' : kind === 'installed' || kind === 'home' ? kind : 'device',
    ...(level !== null && { level }),
    ...(note !== undefined && { note }),
    ...(kind === 'stale' && { stale: true }),
    ...(at !== null && { at: new Date(at * 1000).toISOString() }),
    ...(accuracy !== null && { accuracy }),
    ...(row?.place && row.place.at === null && { detail: sourceText(row.place) }),
  };
}

/** Returns the markers of the chosen person: the place with its words, then the home. */
export function chosenMarkers(person: Person, now: number): MapMarker[] {
  const { customerId, place, speed, home, state, stale } = person;
  const homes: MapMarker[] =
    home && place?.kind !== 'home' ? [{ id: 'home', kind: 'home', label: '家', lat: home.lat, lng: home.lng }] : [];
  if (!place) return homes;
  const at = place.at === null ? null : Math.floor(Date.parse(place.at) / 1000);
  const point: PlacePoint = {
    ...{ id: customerId, lat: place.lat, lng: place.lng, state, kind: place.kind, look: 'fresh', at },
    accuracy: place.accuracy,
  };
  // The detail has the age already.
  const { note, ...marker } = markerOf(point, person, now);
  const isSaid = state === 'alarm' || state === 'outside' || state === 'lost';
  return [{ ...marker, ...(isSaid && note && { note }), stale, detail: fixDetail(place, speed, now) }, ...homes];
}
