// boot: the first files of the page.

import { screenFiles } from 'virtual:screen-files';
import { type Chunk, loadChunk } from '#web/core/chunk.ts';
import { readLocal } from '#web/core/storage.ts';
import { isOpenRoute, longestRoute, routeOf } from '#web/shell/route.ts';
import { shellChunk } from '#web/shell/shellChunk.ts';

/**
 * The first chunks of the page. A logged-in user gets shell and screen in parallel to the application; sequential loads
 * would wait for each other. A failed load is repeated and reported when its part is drawn.
 */
const parts = import.meta.glob<Awaited<ReturnType<Chunk['load']>>>([
  '../../features/*/web/*Screen.tsx',
  '../../features/*/web/{Top,Header,Brand}Slot.tsx',
]);

/** Style sheets of the page that failed; each is requested once more, because the page would be unstyled without it. */
const bare = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet);
const again = bare.map((link) => {
  const next = link.cloneNode() as HTMLLinkElement;
  link.replaceWith(next);
  return new Promise((done) => {
    next.onload = next.onerror = done;
  });
});

const route = routeOf(location.hash);
if (readLocal('token') && !isOpenRoute(route)) {
  const screen = screenFiles[longestRoute(route, Object.keys(screenFiles)) ?? '/index'];
  const needed = Object.entries(parts).filter(([file]) => file === screen || file.endsWith('Slot.tsx'));
  for (const chunk of [shellChunk, ...needed.map(([file, load]) => ({ file, load }))])
    loadChunk(chunk).catch(() => undefined);
}

void Promise.all(again).then(() => import('./application.tsx'));
