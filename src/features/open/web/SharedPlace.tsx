import { Navigation, Phone, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { shareApi } from '#shared/contract/share.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useTheme } from '#web/core/theme.ts';
import { positionModes } from '#web/data/codeLabels.ts';
import { ago, fullTime } from '#web/data/format.ts';
import { amapLink } from '#web/map/gcj02.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { ringView } from '#web/map/ringView.ts';
import type { MapZone } from '#web/map/types.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';

export type Place = NonNullable<OutputOf<typeof shareApi.openShare>['place']>;
export type SharedPoint = NonNullable<Place['place']>;

const mapHeight = 320;

/** Returns the age of a place at the answer; an old one says so. */
export function ageText({ age, stale }: SharedPoint): string {
  return `${ago(age * 1000)}${stale ? '，已陈旧，人可能已离开' : ''}`;
}

interface FrameProps {
  title: string;
  shared: Pick<Place, 'service' | 'servicePhone'>;
  expiresAt: string;
  onReload: () => void;
  children: ReactNode;
}

/** Page of a shared place or search, with reload and the service's telephone. */
export function SharedFrame({ title, shared, expiresAt, onReload, children }: FrameProps) {
  return (
    <main className="open-page flex flex-col gap-4 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">{title}</h1>
        <p className="text-text2">{shared.service}</p>
      </header>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button className="min-h-11" onClick={onReload}>
          <RefreshCw size={16} aria-hidden="true" /> 刷新
        </Button>
        {shared.servicePhone && (
          <a className="button primary min-h-11" href={`tel:${shared.servicePhone}`}>
            <Phone size={16} aria-hidden="true" /> 服务电话 {shared.servicePhone}
          </a>
        )}
      </div>
      <p className="open-none text-text3">链接 {fullTime(expiresAt)} 到期，每次打开都有记录，请勿转发。</p>
    </main>
  );
}

interface MapProps {
  name: string;
  place: SharedPoint | null;
  zones?: MapZone[];
  ring?: Parameters<typeof ringView>[0] | null;
}

/** Map with a place, and the way to it; a sentence without one. */
export function SharedMap({ name, place, zones, ring }: MapProps) {
  const theme = useTheme();
  if (!place) return <p>设备还没有定位，请稍后刷新。</p>;
  const { lat, lng, accuracy, at, stale } = place;
  const marker = { id: 'place', kind: 'device', label: name, lat, lng, at, stale } as const;
  return (
    <>
      <LazyMap
        theme={theme}
        height={mapHeight}
        markers={[{ ...marker, ...(accuracy !== null && { accuracy }) }]}
        {...(zones && { zones })}
        {...(ring && ringView(ring, mapHeight))}
        selectedId="place"
        mode={positionModes[place.source]}
      />
      <a className="button min-h-11 self-start" href={amapLink(place, name)} rel="noreferrer">
        <Navigation size={16} aria-hidden="true" /> 在地图应用中打开
      </a>
    </>
  );
}

interface Props {
  shared: Place;
  expiresAt: string;
  onReload: () => void;
}

/** Place of one person for viewers without an account. */
export function SharedPlace({ shared, expiresAt, onReload }: Props) {
  const { name, photo, place, timeZone } = shared;
  return (
    <SharedFrame title={`${name} 的位置`} shared={shared} expiresAt={expiresAt} onReload={onReload}>
      {photo && <img className="size-28 object-cover rounded-md" src={photo} alt={`${name} 的照片`} />}
      {place && (
        <p className={place.stale ? 'text-base text-level2-text' : 'text-base'}>
          {ageText(place)} · {fullTime(place.at, timeZone)}
        </p>
      )}
      <SharedMap name={name} place={place} />
    </SharedFrame>
  );
}
