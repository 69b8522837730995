import { ChevronLeft, MapPinned, Navigation, Phone } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#web/core/now.ts';
import { distanceText } from '#web/data/format.ts';
import { amapLink, geoLink } from '#web/map/gcj02.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { Button } from '#web/ui/Button.tsx';
import { BatteryGlyph } from '#web/ui/icons.tsx';
import '../slots.ts';
import { Contacts, NoConsent } from '../PersonFacts.tsx';
import { useLocateButton } from '../PersonTools.tsx';
import type { Person } from '../placePoints.ts';
import { aboutText, fixDetail, nearText } from '../placeText.ts';
import type { Chosen } from '../useChosen.ts';
import { AlarmStrip } from './AlarmStrip.tsx';
import { AppMap } from './AppMap.tsx';
import type { Responder } from './useResponders.ts';

interface Props {
  person: Person;
  chosen: Chosen;
  /** Who is on the way to this person. */
  responders: readonly Responder[];
}

/** The chosen person on a phone: alarm and map, then who, where and how old, then the buttons. */
export function AppPerson({ person, chosen, responders }: Props) {
  const { customerId, name, place, lostWarnId } = person;
  const [calling, setCalling] = useState(false);
  const { button, outcome } = useLocateButton(person, chosen.locate);
  return (
    <>
      <header className="app-bar flex items-center gap-2 px-2 border-b border-line">
        <Button kind="icon" aria-label="返回名单" onClick={() => chosen.choose(null)}>
          <ChevronLeft size={22} aria-hidden="true" />
        </Button>
        <b className="flex-1 truncate text-lg">{name}</b>
        {button}
      </header>
      <AlarmStrip person={person} />
      <p className="app-outcome empty:hidden">{outcome}</p>
      <AppMap person={person} chosen={chosen} responders={responders} />
      <Who person={person} />
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
      {calling && (
        <div className="app-calls px-4 pb-3">
          <Contacts person={person} />
        </div>
      )}
    </>
  );
}

/** Who it is, where, and how old that is. */
function Who({ person }: { person: Person }) {
  const { name, place, speed, battery, distance, near, agreement, stale } = person;
  const now = useNow(1000);
  return (
    <section className="px-4 py-3 grid gap-1" aria-label={name}>
      <p className="flex items-baseline gap-2">
        <b className="truncate text-[22px] leading-7">{name}</b>
        <span className="flex-1 truncate text-text2">{aboutText(person)}</span>
        {battery !== null && (
          <span className="inline-flex items-center flex-none gap-1 text-text2">
            <BatteryGlyph percent={battery} size={20} />
            {battery}%
          </span>
        )}
      </p>
      {agreement === 'valid' ? (
        <p className="text-[17px]">
          <b>{nearText(person) || '没有位置'}</b>
          {distance !== null && distance > 30 && !near?.includes('离家') && <>，离家 {distanceText(distance)}</>}
        </p>
      ) : (
        <NoConsent person={person} />
      )}
      {place && <p className={stale ? 'text-level1-text' : 'text-text2'}>{fixDetail(place, speed, now)}</p>}
    </section>
  );
}
