import type { Feature, Screen } from '#shared/feature.ts';
import type { Chunk } from '#web/core/chunk.ts';
import { longestRoute } from './route.ts';

const contracts = import.meta.glob<Feature>('../../features/*/contract.ts', { eager: true, import: 'feature' });
const components = import.meta.glob<Awaited<ReturnType<Chunk['load']>>>('../../features/*/web/*Screen.tsx');

/** A screen with the folder of the feature that has it. */
export interface PlacedScreen extends Screen {
  feature: string;
}

/** Every screen that a contract declares. */
export const screens: readonly PlacedScreen[] = Object.entries(contracts).flatMap(([file, feature]) =>
  feature.screens.map((screen) => ({ ...screen, feature: file.split('/').at(-2) ?? '' })),
);

/** The screen of a route; a page below a screen's route (`/warn/sos/12`) belongs to it. The longest route wins. */
export function screenAt(path: string, all: readonly PlacedScreen[] = screens): PlacedScreen | undefined {
  const route = longestRoute(
    path,
    all.map((screen) => screen.path),
  );
  return all.find((screen) => screen.path === route);
}

/** The title of a right by its key, of a screen or of a button; undefined for one that no contract declares. */
export function permissionTitle(key: string | null): string | undefined {
  return screens
    .flatMap(({ permission: right, buttons = [] }) => (right ? [right, ...buttons] : buttons))
    .find((permission) => permission.key === key)?.title;
}

const chunks = new Map(Object.entries(components).map(([file, load]) => [file, { file, load }]));

/** The component of a screen as a part of its own; undefined while a later issue is to build it. */
export function chunkOf({ feature, component }: PlacedScreen): Chunk | undefined {
  return chunks.get(`../../features/${feature}/web/${component}.tsx`);
}
