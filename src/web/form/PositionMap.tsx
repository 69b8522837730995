import { useEffect, useRef, useState } from 'react';
import type { Position } from '#shared/district.ts';
import { useTheme } from '#web/core/theme.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { type PositionProps, positionHeight } from './position.ts';
import type { FormValues } from './types.ts';
import './place.css';

/** Where the map looks: at a place that was typed or loaded; one that was picked on it moves nothing. */
function useCentre(at: Position | undefined): {
  centre: Position | undefined;
  markPicked: (at: Position | null) => void;
} {
  const [centre, setCentre] = useState(at);
  const own = useRef<Position | null>(null);
  const { lat, lng } = at ?? {};
  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    if (own.current?.lat !== lat || own.current.lng !== lng) setCentre({ lat, lng });
  }, [lat, lng]);
  return {
    centre,
    markPicked: (picked) => {
      own.current = picked;
    },
  };
}

/** The place that two number fields hold; undefined while one of them is missing or out of range. */
function placeOf({ lat, lng }: FormValues): Position | undefined {
  const real = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return real ? { lat, lng } : undefined;
}

/** The map of 地图选点 with what was picked below it. */
export default function PositionMap({ onChange, disabled, values, label, kind }: PositionProps) {
  const theme = useTheme();
  const at = placeOf(values);
  const { centre, markPicked: mine } = useCentre(at);
  const place = (to: Position | null) => {
    mine(to);
    onChange(to);
  };
  return (
    <div className="position-field gap-4 in-grid">
      <LazyMap
        theme={theme}
        height={positionHeight}
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
