import { findFeatures } from '#server/feature/extensions.ts';

/** Paths of every screen that is built, from the contracts: a new one is tried without being named anywhere. */
export async function builtPaths(): Promise<string[]> {
  const screens = (await findFeatures()).flatMap((feature) => feature.screens);
  return screens.filter((screen) => screen.component).map((screen) => screen.path);
}
