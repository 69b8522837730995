import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Feature, Screen } from '#shared/feature.ts';
import { longestRoute } from './route.ts';

const contracts = import.meta.glob<Feature>('../../features/*/contract.ts', { eager: true, import: 'feature' });
const components = import.meta.glob<{ default: ComponentType }>('../../features/*/web/*Screen.tsx');

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
export function rightTitle(key: string | null): string | undefined {
  return screens
    .flatMap(({ right, buttons = [] }) => (right ? [right, ...buttons] : buttons))
    .find((right) => right.key === key)?.title;
}

const lazyScreens = new Map<string, LazyExoticComponent<ComponentType>>();

/** The component of a screen, loaded when it is first drawn; undefined while a later issue is to build it. */
export function componentOf({ feature, component }: PlacedScreen): ComponentType | undefined {
  if (!component) return undefined;
  const file = `../../features/${feature}/web/${component}.tsx`;
  const load = components[file];
  if (!load) return undefined;
  const known = lazyScreens.get(file) ?? lazy(load);
  lazyScreens.set(file, known);
  return known;
}
