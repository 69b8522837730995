import { useEffect, useEffectEvent, useState } from 'react';
import type { GlCamera } from '../camera/glCamera.ts';
import { zoomLimits } from '../camera/projection.ts';
import type { Running } from '../camera/useCamera.ts';
import { type CrowdHit, type CrowdLayer, createCrowdLayer } from './crowdLayer.ts';
import type { CrowdMapProps } from './crowdMapProps.ts';

type Handlers = Pick<CrowdMapProps, 'onChoose' | 'onHover' | 'onPile' | 'onUserMove'>;

/** Zoom from which people in no pile have names, if there are at most `maxNamed` in view. */
const namedFrom = 13.5;
const maxNamed = 40;

const markerId = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-marker-id]')?.dataset.markerId : undefined;

/** Reports hovers of people, drawn or as elements. Returns the function that stops. */
function watchHover(camera: Running['camera'], layer: CrowdLayer | undefined, tell: (id: string | null) => void) {
  let last: string | null = null;
  const stop = new AbortController();
  const say = (id: string | null) => {
    if (id !== last) tell(id);
    last = id;
  };
  const look = (event: PointerEvent) => {
    if (event.buttons !== 0 || event.pointerType === 'touch') return;
    const element = markerId(event.target);
    const { left, top } = camera.host.getBoundingClientRect();
    const hit = element ? null : layer?.at({ x: event.clientX - left, y: event.clientY - top });
    camera.host.style.cursor = hit ? 'pointer' : '';
    say(element ?? (hit && 'person' in hit ? hit.person : null));
  };
  camera.host.addEventListener('pointermove', look, { signal: stop.signal });
  camera.host.addEventListener('pointerleave', () => say(null), { signal: stop.signal });
  return () => stop.abort();
}

/** Opens a pile: by zoom, or at the last zoom by its list. */
async function openPile(
  pile: Extract<CrowdHit, { pile: number }>,
  camera: GlCamera,
  layer: CrowdLayer,
  { onPile, onUserMove }: Handlers,
): Promise<void> {
  const zoom = await layer.opensAt(pile.pile);
  if (zoom > zoomLimits.max) {
    onPile(await layer.membersOf(pile.pile));
    return;
  }
  onUserMove();
  camera.show({ lat: pile.lat, lng: pile.lng, zoom });
}

/** Draws the crowd on a WebGL map and serves the mouse over it. */
export function useCrowd(running: Running | undefined, props: CrowdMapProps): void {
  const { crowd, theme } = props;
  const [layer, setLayer] = useState<CrowdLayer>();
  const firstTheme = useEffectEvent(() => theme);
  const hover = useEffectEvent((id: string | null) => props.onHover(id));
  const name = useEffectEvent((ids: string[]) => props.onSingles(ids));
  const press = useEffectEvent((hit: CrowdHit | null, camera: GlCamera, on: CrowdLayer) => {
    if (!hit) return;
    if ('person' in hit) props.onChoose(hit.person);
    // A pile that changed meanwhile is gone: the next click hits the new one.
    else openPile(hit, camera, on, props).catch(() => undefined);
  });
  useEffect(() => {
    if (!running) return;
    if (running.kind === 'plan') return watchHover(running.camera, undefined, (id) => hover(id));
    const { camera } = running;
    const created = createCrowdLayer(camera.map, firstTheme());
    setLayer(created);
    camera.map.on('click', ({ point, originalEvent }) => {
      if (!markerId(originalEvent.target)) press(created.at(point), camera, created);
    });
    camera.map.on('render', () => {
      const drawn = created.drawn();
      if (drawn !== undefined) camera.host.dataset.people = String(drawn);
    });
    let named = '';
    camera.map.on('idle', () => {
      const singles = camera.getView().zoom >= namedFrom ? created.singles() : [];
      const few = singles.length > maxNamed ? [] : singles;
      if (few.join() !== named) name(few);
      named = few.join();
    });
    const stopHover = watchHover(camera, created, (id) => hover(id));
    return () => {
      stopHover();
      setLayer(undefined);
    };
  }, [running]);
  useEffect(() => layer?.setTheme(theme), [layer, theme]);
  useEffect(() => layer?.show(crowd ?? []), [layer, crowd]);
}
