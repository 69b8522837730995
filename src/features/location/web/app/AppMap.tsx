import { LocateFixed } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useNow } from '#web/core/now.ts';
import { useTheme } from '#web/core/theme.ts';
import { dispatchStates } from '#web/data/codeLabels.ts';
import type { Camera } from '#web/map/camera/camera.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import type { MapLine, MapMarker } from '#web/map/types.ts';
import { chosenMarkers } from '../markers.ts';
import type { Person } from '../placePoints.ts';
import type { Way } from '../track/readWay.ts';
import { TrackLayer } from '../track/TrackLayer.tsx';
import type { Chosen } from '../useChosen.ts';
import { useFenceZones } from '../useFenceZones.ts';
import { EdgePointers } from './EdgePointers.tsx';
import { useRecentWay } from './useRecentWay.ts';
import { placeOf, type Responder } from './useResponders.ts';

interface Props {
  person: Person;
  chosen: Pick<Chosen, 'following' | 'setFollowing'>;
  responders: readonly Responder[];
}

const responderMarkers = (responders: readonly Responder[]): MapMarker[] =>
  responders.flatMap((responder) => {
    const place = placeOf(responder);
    const { id, name, state, at } = responder;
    return place && at
      ? [{ id: `responder-${id}`, kind: 'contact', label: name, note: dispatchStates[state], ...place, at }]
      : [];
  });

/** The button to follow is over the map, px. */
const over = { left: 0, top: 52, bottom: 0 };

/** The end of a way: replay stands still there. */
const endOf = (way: Way) => ({ get: () => way.to, set: () => undefined, subscribe: () => () => undefined });

/** Returns the line from the end of the way that was read to the places seen since. */
function useSince(way: Way | undefined, place: Person['place']): MapLine[] {
  const seen = useRef<{ lat: number; lng: number; at: string }[]>([]);
  const end = way?.pieces.at(-1)?.at(-1);
  return useMemo(() => {
    if (!end || !place?.at || place.kind !== 'fresh') return [];
    const { lat, lng, at } = place;
    if (Date.parse(at) > end.at && seen.current.at(-1)?.at !== at) seen.current.push({ lat, lng, at });
    return seen.current.length === 0 ? [] : [{ id: 'since', points: [end, ...seen.current] }];
  }, [end, place]);
}

/** Keeps the person in the middle until the user moves the map. */
function Follow({ camera, place, chosen }: { camera: Camera; place: Person['place']; chosen: Props['chosen'] }) {
  const { following, setFollowing } = chosen;
  const lat = place?.lat;
  const lng = place?.lng;
  useEffect(() => {
    if (following && lat !== undefined && lng !== undefined) camera.show({ lat, lng, zoom: camera.getView().zoom });
  }, [camera, following, lat, lng]);
  useEffect(() => camera.onUserMove(() => setFollowing(false)), [camera, setFollowing]);
  return null;
}

/** Map of the phone: person, home, fences, the way of the last hours, and who is on the way. */
export function AppMap({ person, chosen, responders }: Props) {
  const { customerId, place, home, agreement } = person;
  const theme = useTheme();
  const now = useNow(10_000);
  const zones = useFenceZones(agreement === 'valid' ? customerId : null);
  const recent = useRecentWay(person);
  const lines = useSince(recent?.way, place);
  const time = useMemo(() => recent && endOf(recent.way), [recent]);
  const markers = useMemo(
    () => [...chosenMarkers(person, now), ...responderMarkers(responders)],
    [person, now, responders],
  );
  const centre = place ?? home;
  const { following, setFollowing } = chosen;
  if (!centre) return null;
  return (
    <div className="relative">
      <LazyMap
        key={customerId}
        {...{ theme, markers, zones, lines }}
        center={centre}
        zoom={15.5}
        height="min(44vh, 420px)"
        selectedId={place ? customerId : 'home'}
        layer={({ camera }) => (
          <>
            {recent && time && (
              <TrackLayer
                {...{ camera, markers, time }}
                way={recent.way}
                clock={recent.clock}
                raw={false}
                stepped
                covered={over}
              />
            )}
            <EdgePointers camera={camera} responders={responders} place={centre} />
            <Follow camera={camera} place={place} chosen={chosen} />
          </>
        )}
      />
      {place && (
        <button
          type="button"
          className="app-follow absolute flex items-center gap-1.5 px-3 rounded-md text-[13px] bg-elevated border border-border"
          aria-pressed={following}
          onClick={() => setFollowing(!following)}
        >
          <LocateFixed size={15} aria-hidden="true" />
          {following ? '跟随中 · 2 秒一次' : '跟随'}
        </button>
      )}
    </div>
  );
}
