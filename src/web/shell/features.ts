import { screens } from 'virtual:screens';
import type { Chunk } from '#web/core/chunk.ts';
import { longestRoute } from './route.ts';

export { screens };

/** A screen with the folder of its feature. */
export type PlacedScreen = (typeof screens)[number];

const components = import.meta.glob<Awaited<ReturnType<Chunk['load']>>>('../../features/*/web/*Screen.tsx');

/**
 * Returns the screen of a route; a page below a screen's route (`/warn/sos/12`) belongs to it. The longest route wins.
 */
export function screenAt(path: string, all: readonly PlacedScreen[] = screens): PlacedScreen | undefined {
  const route = longestRoute(
    path,
    all.map((screen) => screen.path),
  );
  return all.find((screen) => screen.path === route);
}

/** Returns the title of a permission by its key, of a screen or of a button; undefined if no contract declares it. */
export function permissionTitle(key: string | null): string | undefined {
  return screens
    .flatMap(({ permission: right, buttons = [] }) => (right ? [right, ...buttons] : buttons))
    .find((permission) => permission.key === key)?.title;
}

const chunks = new Map(Object.entries(components).map(([file, load]) => [file, { file, load }]));

/** Returns the chunk of a screen's component; undefined if it is not built yet. */
export function chunkOf({ feature, component }: PlacedScreen): Chunk | undefined {
  return chunks.get(`../../features/${feature}/web/${component}.tsx`);
}
