import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Position } from '#shared/district.ts';
import { useScreen } from '#web/screen/screen.ts';
import { type ChosenPerson, usePerson } from './usePerson.ts';

/** In the query: nobody, although the path names a person. */
const nobody = 'none';

export interface Chosen extends ChosenPerson {
  id: string | null;
  /**
   * Chooses a person, null: nobody.
   * @param place brings it into view; without it the view stays
   */
  choose: (id: string | null, place?: Position | null) => void;
  /** Place to bring into view. */
  focus: Position | undefined;
  following: boolean;
  setFollowing: (on: boolean) => void;
}

/** Holds the chosen person: that of the query, else of the path. */
export function useChosen(): Chosen {
  const { path, query, setQuery } = useScreen();
  const inPath = path.split('/')[3];
  const id = /^\d{1,19}$/.exec(query.get('customer') ?? inPath ?? '')?.[0] ?? null;
  const [following, setFollowing] = useState(false);
  const [focus, setFocus] = useState<Position>();
  const loaded = usePerson(id, following);
  const { person } = loaded;
  /** A person opened by the address is brought into view once the place has loaded. */
  const unseen = useRef<string | null>(null);
  const chosenHere = useRef<string | null>(null);
  useEffect(() => {
    if (id !== chosenHere.current) unseen.current = id;
  }, [id]);
  const place = person?.place;
  const show = useEffectEvent((position: Position) => {
    unseen.current = null;
    setFocus({ lat: position.lat, lng: position.lng });
  });
  useEffect(() => {
    if (place && person?.customerId === unseen.current) show(place);
  }, [place, person?.customerId]);
  // Without a place, e.g. after a withdrawn consent, there is nothing to follow.
  const isShown = place !== null && place !== undefined;
  return useMemo(
    () => ({
      ...loaded,
      id,
      focus,
      following: following && isShown,
      setFollowing,
      choose: (next, at) => {
        if (next !== id) setFollowing(false);
        chosenHere.current = next;
        if (at) setFocus({ lat: at.lat, lng: at.lng });
        // The days of a track are of one person.
        setQuery({ customer: next ?? (inPath ? nobody : null), ...(next !== id && { track: null }) });
      },
    }),
    [loaded, id, focus, following, isShown, setQuery, inPath],
  );
}
