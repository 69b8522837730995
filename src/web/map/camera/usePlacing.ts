import { useEffect, useEffectEvent } from 'react';
import type { Position } from '#shared/district.ts';
import type { Camera } from './camera.ts';
import { unproject, wrapLongitude } from './projection.ts';

/** Maximum movement of a click in pixels; beyond that the pointer has moved the map. */
const stillClick = 5;

const isPin = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.map-marker[data-selected]') !== null;
const isButton = (target: EventTarget | null) => target instanceof Element && target.closest('button') !== null;

/**
 * Reports the position of a click on the ground or of a drag of the selected marker; without `onPlace` does nothing.
 */
export function usePlacing(camera: Camera | undefined, onPlace: ((position: Position) => void) | undefined): void {
  const enabled = onPlace !== undefined;
  const place = useEffectEvent((event: PointerEvent, on: Camera) => {
    const { left, top } = on.host.getBoundingClientRect();
    const { lat, lng } = unproject(on.getView(), { x: event.clientX - left, y: event.clientY - top });
    onPlace?.({ lat: Number(lat.toFixed(6)), lng: Number(wrapLongitude(lng).toFixed(6)) });
  });
  useEffect(() => {
    if (!camera || !enabled) return;
    const stop = new AbortController();
    const { signal } = stop;
    const { host } = camera;
    let from: { x: number; y: number; pin: boolean } | undefined;
    // In the capture phase, else the renderer would move the map under the marker.
    const keep = (event: Event) => isPin(event.target) && event.stopPropagation();
    for (const type of ['mousedown', 'touchstart'] as const)
      host.addEventListener(type, keep, { capture: true, signal });
    const down = (event: PointerEvent) => {
      const pin = isPin(event.target);
      if (!event.isPrimary || event.button !== 0 || (!pin && isButton(event.target))) return;
      from = { x: event.clientX, y: event.clientY, pin };
      keep(event);
    };
    host.addEventListener('pointerdown', down, { capture: true, signal });
    addEventListener('pointermove', (event) => from?.pin && place(event, camera), { signal });
    const up = (event: PointerEvent) => {
      const still = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < stillClick;
      if (from && !from.pin && still) place(event, camera);
      from = undefined;
    };
    addEventListener('pointerup', up, { signal });
    addEventListener('pointercancel', () => (from = undefined), { signal });
    host.dataset.placing = 'true';
    return () => {
      stop.abort();
      delete host.dataset.placing;
    };
  }, [camera, enabled]);
}
