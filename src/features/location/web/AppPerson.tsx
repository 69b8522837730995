import { ChevronLeft, MapPinned, Navigation, Phone } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNow } from '#web/core/now.ts';
import { useTheme } from '#web/core/theme.ts';
import { dispatchStates } from '#web/data/codeLabels.ts';
import { amapLink, geoLink } from '#web/map/gcj02.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import type { MapMarker } from '#web/map/types.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { Button } from '#web/ui/Button.tsx';
import './slots.ts';
import { chosenMarkers } from './markers.ts';
import { PersonCard } from './PersonCard.tsx';
import { useLocateButton } from './PersonTools.tsx';
import type { Person } from './placePoints.ts';
import type { Chosen } from './useChosen.ts';
import { useFenceZones } from './useFenceZones.ts';
import type { Responder } from './useResponders.ts';

interface Props {
  person: Person;
  chosen: Chosen;
  responders: readonly Responder[] | undefined;
}

const responderMarkers = (responders: Props['responders']): MapMarker[] =>
  (responders ?? []).flatMap(({ id, name, state, at, lat, lng }) =>
    lat === null || lng === null || at === null
      ? []
      : [{ id: `responder-${id}`, kind: 'contact', label: name, note: dispatchStates[state], lat, lng, at }],
  );

/** The chosen person on a phone: map, then where and how old, then the buttons. */
export function AppPerson({ person, chosen, responders }: Props) {
  const { customerId, name, place, home, lostWarnId, agreement } = person;
  const theme = useTheme();
  const now = useNow(10_000);
  const [calling, setCalling] = useState(false);
  const { button, outcome } = useLocateButton(person, chosen.locate);
  const zones = useFenceZones(agreement === 'valid' ? customerId : null);
  const onTheWay = useMemo(() => responderMarkers(responders), [responders]);
  const markers = useMemo(() => [...chosenMarkers(person, now), ...onTheWay], [person, now, onTheWay]);
  const centre = place ?? home;
  const back = () => chosen.choose(null);
  return (
    <>
      <header className="app-bar flex items-center gap-2 px-2 border-b border-line">
        <Button kind="icon" aria-label="返回名单" onClick={back}>
          <ChevronLeft size={22} aria-hidden="true" />
        </Button>
        <b className="flex-1 truncate text-lg">{name}</b>
        {button}
      </header>
      <p className="app-outcome empty:hidden">{outcome}</p>
      {centre && (
        <LazyMap
          key={customerId}
          {...{ theme, markers, zones }}
          center={centre}
          zoom={15.5}
          height="min(44vh, 420px)"
          selectedId={place ? customerId : 'home'}
        />
      )}
      <PersonCard person={person} calling={calling} onClose={back} />
      <div className="app-actions flex flex-wrap gap-2 px-4 pb-3">
        <Button kind="primary" aria-pressed={calling} onClick={() => setCalling(!calling)}>
          <Phone size={18} aria-hidden="true" />
          呼叫
        </Button>
        {place && (
          <a className="button" href={amapLink(place, name)} target="_blank" rel="noreferrer">
            <Navigation size={18} aria-hidden="true" />
            导航
          </a>
        )}
        <Slots name="locationTool" props={{ customerId, name, lostWarnId }} />
        {place && (
          <a className="button" href={geoLink(place)}>
            <MapPinned size={18} aria-hidden="true" />
            其他地图
          </a>
        )}
      </div>
    </>
  );
}
