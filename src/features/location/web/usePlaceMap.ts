import { useEffect, useMemo, useRef, useState } from 'react';
import { locationApi } from '#features/location/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useNow } from '#web/core/now.ts';
import { useScreen } from '#web/screen/screen.ts';
import { applied, outdated, type PlacePoints } from './placePoints.ts';

export type PlaceFilters = Omit<InputOf<typeof locationApi.getPlaceMap>, 'since'>;

/** Interval of the changes, ms. */
const pollMs = 5000;
/** Age of the last answer from which no fix counts as fresh, ms. */
const outdatedAfter = 60_000;

interface Places {
  /** Undefined until the first answer. */
  points: PlacePoints | undefined;
  count: number;
  /** More people than the map can take. */
  more: boolean;
  /** Time of the last answer, epoch ms. */
  at: number;
  problem: string | undefined;
}

const none: Places = { points: undefined, count: 0, more: false, at: 0, problem: undefined };

/** Returns the people on the map, with the changes of each 5 s while the page is in front. */
export function usePlaceMap(filters: PlaceFilters): Places & { isOutdated: boolean } {
  const { active } = useScreen();
  const [places, setPlaces] = useState(none);
  const text = JSON.stringify(filters);
  const last = useRef<{ text: string; cursor: string; points: PlacePoints }>(undefined);
  useEffect(() => {
    if (!active) return;
    const control = new AbortController();
    const { signal } = control;
    let timer: ReturnType<typeof setTimeout>;
    const load = async () => {
      const former = last.current?.text === text ? last.current : undefined;
      const input = { ...(JSON.parse(text) as PlaceFilters), ...(former && { since: former.cursor }) };
      const answer = await callApi(locationApi.getPlaceMap, input, { signal });
      const points = applied(former?.points ?? new Map(), answer);
      last.current = { text, cursor: answer.cursor, points };
      setPlaces({ points, count: answer.count, more: answer.more, at: Date.now(), problem: undefined });
    };
    const poll = async () => {
      try {
        await load();
      } catch (error) {
        if (isAborted(error)) return;
        setPlaces((now) => ({ ...now, problem: problemText(error) }));
      }
      if (!signal.aborted) timer = setTimeout(() => void poll(), pollMs);
    };
    void poll();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [active, text]);
  const now = useNow(10_000);
  const isOutdated = places.problem !== undefined && now - places.at > outdatedAfter;
  const { points } = places;
  const shown = useMemo(() => (points && isOutdated ? outdated(points) : points), [points, isOutdated]);
  return { ...places, points: shown, isOutdated };
}
