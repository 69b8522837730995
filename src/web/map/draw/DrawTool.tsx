import type { Map as GlMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { firstLayer } from '../base/style.ts';
import type { MapTheme } from '../types.ts';
import { type Drawing, startDrawing } from './drawing.ts';
import type { DrawKind, DrawnShape } from './shape.ts';

export interface DrawToolProps {
  map: GlMap;
  theme: MapTheme;
  kind: DrawKind;
  /** The shape with its handles; undefined: the next clicks draw one. */
  shape: DrawnShape | undefined;
  onDrag: (shape: DrawnShape) => void;
  onDone: (shape: DrawnShape) => void;
}

const isSame = (a: DrawnShape | undefined, b: DrawnShape | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** Draws a shape with the mouse; it includes terra-draw, so load it lazily. */
export default function DrawTool({ map, theme, kind, shape, onDrag, onDone }: DrawToolProps) {
  const [drawing, setDrawing] = useState<Drawing>();
  /** Shape that the drawing has; one that comes back from it is not shown again, which would end a drag. */
  const own = useRef<DrawnShape>(undefined);
  const drag = useEffectEvent((next: DrawnShape) => {
    own.current = next;
    onDrag(next);
  });
  const done = useEffectEvent((next: DrawnShape) => {
    own.current = undefined;
    onDone(next);
  });
  useEffect(() => {
    let started: Drawing | undefined;
    const start = () => {
      started = startDrawing(map, theme === 'dark', { onDrag: (next) => drag(next), onDone: (next) => done(next) });
      setDrawing(started);
    };
    // After the style of this theme, which the map's own effect sets.
    const timer = setTimeout(() => (map.getLayer(firstLayer) ? start() : void map.once('style.load', start)));
    return () => {
      clearTimeout(timer);
      map.off('style.load', start);
      setDrawing(undefined);
      own.current = undefined;
      started?.stop();
    };
  }, [map, theme]);
  useEffect(() => {
    if (!drawing || (own.current !== undefined && isSame(own.current, shape))) return;
    own.current = shape;
    drawing.show(kind, shape);
  }, [drawing, kind, shape]);
  return null;
}
