import { useEffect, useRef, useState } from 'react';
import type { Position } from '#shared/district.ts';
import { useTheme } from '#web/core/theme.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import type { MarkerKind } from '#web/map/types.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import type { ControlProps, FormValues } from './types.ts';
import './place.css';

/** Height of the map in px: the form's other fields stay in reach. */
const height = 200;
/** Where the map looks: at a place that was typed or loaded; one that was picked on it moves nothing. */
function useCentre(at: Position | undefined): { centre: Position | undefined; mine: (at: Position | null) => void } {
  const [centre, setCentre] = useState(at);
  const own = useRef<Position | null>(null);
  const { lat, lng } = at ?? {};
  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    if (own.current?.lat !== lat || own.current.lng !== lng) setCentre({ lat, lng });
  }, [lat, lng]);
  return {
    centre,
    mine: (picked) => {
      own.current = picked;
    },
  };
}

/** The place that two number fields hold; undefined while one of them is missing or out of range. */
function placeOf({ lat, lng }: FormValues): Position | undefined {
  const real = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return real ? { lat, lng } : undefined;
}

/**
 * 地图选点: a click or a drag of the pin names the place of the form's `lat` and `lng` (WGS-84); the form moves it there
 * with `picked`. The figures themselves stand in fields of their own, so that it works without a map too.
 */
export function PositionField({
  onChange,
  disabled,
  values,
  label,
  kind,
}: ControlProps & { values: FormValues; label: string; kind: MarkerKind }) {
  const theme = useTheme();
  const at = placeOf(values);
  const { centre, mine } = useCentre(at);
  const place = (to: Position | null) => {
    mine(to);
    onChange(to);
  };
  return (
    <div className="position-field gap-4 in-grid">
      <LazyMap
        theme={theme}
        height={height}
        markers={at ? [{ ...at, id: 'picked', kind, label }] : []}
        selectedId="picked"
        {...(centre && { center: centre })}
        {...(disabled ? {} : { onPlace: place })}
      />
      <span className="flex gap-12 f12 faint">
        {noteOf(at)}
        {at && !disabled && <LinkButton onClick={() => place(null)}>去掉位置</LinkButton>}
      </span>
    </div>
  );
}

function noteOf(at: Position | undefined): string {
  if (!at) return '点击地图放一个标记，拖动标记可以调整；也可以直接填经纬度';
  return `${at.lat.toFixed(6)}, ${at.lng.toFixed(6)}（WGS-84）`;
}

/** What a place picked in the field `place` changes in the form: its latitude and longitude. */
export function picked(values: FormValues): FormValues {
  const { place, ...rest } = values;
  if (place === undefined) return values;
  const at = place as Position | null;
  return { ...rest, lat: at?.lat, lng: at?.lng };
}
