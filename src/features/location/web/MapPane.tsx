import { MapPinOff } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { useTheme } from '#web/core/theme.ts';
import { usePhone } from '#web/core/usePhone.ts';
import { duration } from '#web/data/format.ts';
import type { Camera } from '#web/map/camera/camera.ts';
import type { CrowdPoint, MapMarker } from '#web/map/types.ts';
import { atOnce, useMapChunk } from '#web/map/useMapChunk.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Legend } from './Legend.tsx';
import { chosenMarkers, markerOf } from './markers.ts';
import { PersonCard } from './PersonCard.tsx';
import { PersonTools } from './PersonTools.tsx';
import { PileList } from './PileList.tsx';
import { alone, type PlacePoint, type PlaceRow } from './placePoints.ts';
import type { Drawing } from './slots.ts';
import type { Chosen } from './useChosen.ts';
import { useFenceZones } from './useFenceZones.ts';
import type { usePlaceMap } from './usePlaceMap.ts';

const loadMap = () => import('#web/map/crowd/CrowdMap.tsx');

/** Interval of names and notes of people who stand alone, ms. */
const pollMs = 10_000;

/** Area of tools and card, px. */
const cardArea = { width: 360, height: 400 };

type Rows = ReadonlyMap<string, PlaceRow>;

interface Props {
  places: ReturnType<typeof usePlaceMap>;
  chosen: Chosen;
  /** Rows of the list, for names. */
  listRows: Rows;
}

/** Returns names and notes of people by id. */
function useRows(ids: readonly string[]): Rows {
  const { data } = useCall(
    locationApi.getPlaceList,
    { ids: [...ids], page: 1, limit: 100 },
    { enabled: ids.length > 0, keep: true, refetchInterval: pollMs },
  );
  return useMemo(() => new Map(data?.rows.map((row) => [row.customerId, row])), [data]);
}

const namedPoints = new WeakMap<PlacePoint, CrowdPoint>();

/** Returns a person with a name; the same object for the same person and name. */
function named(point: PlacePoint, name: string | undefined): CrowdPoint {
  if (name === undefined) return point;
  const former = namedPoints.get(point);
  if (former?.name === name) return former;
  const next = { ...point, name };
  namedPoints.set(point, next);
  return next;
}

/** Returns the people of the map: a crowd, and markers for those who stand alone. */
function usePeople({ places, chosen, listRows }: Props, hovered: string | null, singles: readonly string[]) {
  const { points } = places;
  const minute = useNow(30_000);
  const standing = useMemo(() => (points ? alone(points) : []), [points]);
  const ids = useMemo(() => standing.map(({ id }) => id), [standing]);
  const rows = useRows(ids);
  const hoveredId = hovered !== null && hovered !== chosen.id && !ids.includes(hovered) ? hovered : null;
  const hoveredRows = useRows(hoveredId && !listRows.has(hoveredId) ? [hoveredId] : []);
  const hoveredPoint = hoveredId === null ? undefined : points?.get(hoveredId);
  const names = useRows(singles);
  const crowd = useMemo(() => {
    const apart = new Set([...ids, chosen.id, hoveredPoint?.id]);
    const quiet = points && [...points.values()].filter(({ id }) => !apart.has(id));
    return names.size === 0 ? quiet : quiet?.map((point) => named(point, names.get(point.id)?.name));
  }, [points, ids, chosen.id, hoveredPoint, names]);
  const markers = useMemo(() => {
    const rowOf = (id: string) => rows.get(id) ?? hoveredRows.get(id) ?? listRows.get(id);
    return [...standing, ...(hoveredPoint ? [hoveredPoint] : [])]
      .filter(({ id }) => id !== chosen.id)
      .map((point) => markerOf(point, rowOf(point.id), minute));
  }, [standing, hoveredPoint, rows, hoveredRows, listRows, chosen.id, minute]);
  return { crowd, markers };
}

function layerOf(drawing: Drawing | null, markers: readonly MapMarker[]) {
  return drawing ? (camera: Camera) => drawing(camera, markers) : undefined;
}

/** The live map with the chosen person over it. */
export function MapPane(props: Props) {
  const { places, chosen, listRows } = props;
  const { person, id, focus, following, setFollowing, choose } = chosen;
  const theme = useTheme();
  const phone = usePhone();
  const now = useNow(10_000);
  const { loading, retry } = useMapChunk(loadMap, atOnce);
  const [hovered, setHovered] = useState<string | null>(null);
  const [singles, setSingles] = useState<readonly string[]>([]);
  const [pile, setPile] = useState<readonly string[]>([]);
  const [calling, setCalling] = useState(false);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const { query, setQuery } = useScreen();
  const { crowd, markers } = usePeople(props, hovered, singles);
  const shown = person?.customerId === id ? person : undefined;
  const own = useMemo(() => (shown ? chosenMarkers(shown, now) : []), [shown, now]);
  const all = useMemo(() => [...markers, ...own], [markers, own]);
  const zones = useFenceZones(person?.agreement === 'valid' ? person.customerId : null);
  // Without a valid consent there is no track, also of one that is open.
  const tracking = query.has('track') && shown?.agreement === 'valid' && can('location:track');
  const track = (on: boolean) => setQuery({ track: on ? 'today' : null });
  const draw = useCallback((next: Drawing | null) => setDrawing(() => next), []);
  return (
    <section className="location-map relative flex flex-col min-w-0 min-h-0" aria-label="实时地图">
      <div className="relative flex-1 min-h-0">
        {loading.state === 'loaded' ? (
          <loading.Component
            {...{ theme, crowd, markers: all, zones, focus, selectedId: id ?? undefined }}
            layer={layerOf(drawing, own)}
            followed={following ? (person?.place ?? undefined) : undefined}
            onChoose={choose}
            onHover={setHovered}
            onPile={setPile}
            onSingles={setSingles}
            covered={phone ? undefined : cardArea}
            onUserMove={() => following && setFollowing(false)}
          />
        ) : (
          <MapStandIn failed={loading.state === 'failed'} onRetry={retry} />
        )}
        <MapNotes places={places} now={now} />
        {pile.length > 0 && (
          <PileList
            ids={pile}
            names={listRows}
            onChoose={(next) => {
              setPile([]);
              choose(next);
            }}
            onClose={() => setPile([])}
          />
        )}
        <Legend />
      </div>
      <div className="person-over flex flex-col gap-2 pointer-events-none">
        {shown && (
          <PersonTools
            person={shown}
            {...{ following, tracking, calling }}
            onLocate={chosen.locate}
            onFollow={setFollowing}
            onTrack={track}
            onCall={setCalling}
          />
        )}
        {shown && <PersonCard person={shown} calling={calling} onClose={() => choose(null)} />}
      </div>
      {tracking && (
        <Slots
          name="locationTrack"
          props={{ customerId: shown.customerId, name: shown.name, onDraw: draw, onClose: () => track(false) }}
        />
      )}
    </section>
  );
}

/** In place of the map until its code has loaded. */
function MapStandIn({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div className="grid place-content-center justify-items-center gap-2 h-full bg-s2 text-text2" role="status">
      <MapPinOff size={24} aria-hidden="true" />
      {failed ? (
        <>
          <p>地图没有载入，列表和位置不受影响。</p>
          <Button onClick={onRetry}>重试</Button>
        </>
      ) : (
        <p>地图载入中</p>
      )}
    </div>
  );
}

/** What the map does not show: recent changes, people beyond its limit, anybody at all. */
function MapNotes({ places, now }: { places: Props['places']; now: number }) {
  const { points, problem, at, more, count } = places;
  const note = problem
    ? at === 0
      ? `位置没有取到：${problem}`
      : `位置已 ${duration(Math.max(0, Math.round((now - at) / 1000)))}没有更新`
    : more
      ? `地图上最多 50,000 人，另有 ${count - (points?.size ?? 0)} 人只在列表中，请先筛选`
      : points?.size === 0
        ? '没有人在地图上：没有位置，或不符合筛选'
        : null;
  if (note === null) return null;
  return (
    <p
      className="map-note-bar px-3 py-1 rounded-md text-[13px] bg-elevated border border-border"
      role="status"
      data-problem={problem !== undefined || undefined}
    >
      {note}
    </p>
  );
}
