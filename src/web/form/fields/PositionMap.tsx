import { useEffect, useRef, useState } from 'react';
import type { Position } from '#shared/district.ts';
import { useTheme } from '#web/core/theme.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { FormValues } from '../types.ts';
import { type PositionProps, positionHeight } from './position.ts';
import './fields.css';

/** Returns the map's centre: it follows a typed or loaded position, not one picked on the map. */
function useCentre(position: Position | undefined): {
  centre: Position | undefined;
  markPicked: (position: Position | null) => void;
} {
  const [centre, setCentre] = useState(position);
  const lastPicked = useRef<Position | null>(null);
  const { lat, lng } = position ?? {};
  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    if (lastPicked.current?.lat !== lat || lastPicked.current.lng !== lng) setCentre({ lat, lng });
  }, [lat, lng]);
  return {
    centre,
    markPicked: (picked) => {
      lastPicked.current = picked;
    },
  };
}

/** Returns the position of two number fields; undefined while one is missing or out of range. */
function placeOf({ lat, lng }: FormValues): Position | undefined {
  const real = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return real ? { lat, lng } : undefined;
}

/** The map of 地图选点 with the picked position below it. */
export default function PositionMap({ onChange, disabled, values, label, kind }: PositionProps) {
  const theme = useTheme();
  const position = placeOf(values);
  const { centre, markPicked } = useCentre(position);
  const place = (to: Position | null) => {
    markPicked(to);
    onChange(to);
  };
  return (
    <div className="position-field gap-1 grid">
      <LazyMap
        theme={theme}
        height={positionHeight}
        markers={position ? [{ ...position, id: 'picked', kind, label }] : []}
        selectedId="picked"
        {...(centre && { center: centre })}
        {...(disabled ? {} : { onPlace: place })}
      />
      <span className="flex gap-3 text-xs text-text3">
        {hintOf(position)}
        {position && !disabled && (
          <Button kind="link" onClick={() => place(null)}>
            去掉位置
          </Button>
        )}
      </span>
    </div>
  );
}

function hintOf(position: Position | undefined): string {
  if (!position) return '点击地图放一个标记，拖动标记可以调整；也可以直接填经纬度';
  return `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}（WGS-84）`;
}
