import { addProtocol, type Map as GlMap } from 'maplibre-gl';
import type { TileBase } from './tileBase.ts';
import { groundVisibility, tileGround, tileSource } from './tileStyle.ts';

/** Time between two tries of tiles that do not come, ms. */
const retryMs = 15_000;

/** Lets all maps of the page load tiles from a base: one base a page. */
export function serveTiles({ getTile }: TileBase): void {
  addProtocol(tileSource, async ({ url }, { signal }) => {
    const [z = 0, x = 0, y = 0] = url.slice(`${tileSource}://`.length).split('/').map(Number);
    return { data: await getTile({ z, x, y }, signal) };
  });
}

/** Shows the bundled base while tiles fail, and tries them again. Returns the function that stops. */
export function followTiles(map: GlMap, { status }: TileBase): () => void {
  const show = () => {
    if (map.getLayer(tileGround)) map.setLayoutProperty(tileGround, 'visibility', groundVisibility(status.get()));
  };
  // A style that has replaced another has the status of its start.
  map.on('style.load', show);
  const unsubscribe = status.subscribe(show);
  const timer = setInterval(() => {
    if (status.get() === 'failing' && map.getSource(tileSource)) map.refreshTiles(tileSource);
  }, retryMs);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
