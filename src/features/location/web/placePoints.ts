import type { locationApi, PlaceKind, PlaceState } from '#features/location/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { CrowdLook, CrowdPoint } from '#web/map/types.ts';

export type PlaceRow = OutputOf<typeof locationApi.getPlaceList>;
export type Person = OutputOf<typeof locationApi.getPlace>;
export type PlaceAnswer = OutputOf<typeof locationApi.getPlaceMap>;

/** A person on the map; a changed person is a new object. */
export type PlacePoint = CrowdPoint & {
  state: PlaceState;
  kind: PlaceKind;
  /** Seconds since 1970; null without a fix. */
  at: number | null;
  /** Metres. */
  accuracy: number | null;
};
export type PlacePoints = ReadonlyMap<string, PlacePoint>;

const urgentStates = ['alarm', 'lost', 'outside'] as const;
type UrgentState = (typeof urgentStates)[number];

const isUrgent = (state: PlaceState): state is UrgentState => (urgentStates as readonly PlaceState[]).includes(state);

/** Returns the look of a person in the crowd. */
function lookOf(state: PlaceState, kind: PlaceKind): CrowdLook {
  return isUrgent(state) ? state : kind;
}

function pointAt(answer: PlaceAnswer, index: number): PlacePoint {
  const at = <T>(column: readonly T[]) => column[index] as T;
  const [state, kind] = [at(answer.state), at(answer.kind)];
  return {
    ...{ id: at(answer.customerId), lat: at(answer.lat), lng: at(answer.lng), state, kind, look: lookOf(state, kind) },
    ...{ at: at(answer.at), accuracy: at(answer.accuracy) },
  };
}

/** Returns the people after an answer; unchanged ones stay the same objects. */
export function applied(points: PlacePoints, answer: PlaceAnswer): PlacePoints {
  if (!answer.reset && answer.customerId.length + answer.gone.length === 0) return points;
  const next = new Map(answer.reset ? [] : points);
  for (const id of answer.gone) next.delete(id);
  for (const index of answer.customerId.keys()) {
    const point = pointAt(answer, index);
    next.set(point.id, point);
  }
  return next;
}

/** Returns the people with every fix shown as stale, for a map without recent answers. */
export function outdated(points: PlacePoints): PlacePoints {
  return new Map(
    [...points].map(([id, point]): [string, PlacePoint] => [
      id,
      point.kind === 'fresh' ? { ...point, kind: 'stale', look: lookOf(point.state, 'stale') } : point,
    ]),
  );
}

/** Number of people who stand alone for their state: with the chosen and the hovered at most 100 elements. */
const maxAlone = 97;

/** Returns the people who stand alone on the map: alarms first, then lost people, then people outside. */
export function alone(points: PlacePoints): PlacePoint[] {
  const urgent = [...points.values()].filter(({ state }) => isUrgent(state));
  const rank = ({ state }: PlacePoint) => (urgentStates as readonly PlaceState[]).indexOf(state);
  return urgent.sort((a, b) => rank(a) - rank(b) || Number(a.id) - Number(b.id)).slice(0, maxAlone);
}
