import { findFeatures } from '#server/feature/extensions.ts';

/** Returns the paths of every built screen, from the contracts: new screens are tested automatically. */
export async function builtPaths(): Promise<string[]> {
  const screens = (await findFeatures()).flatMap((feature) => feature.screens);
  return screens.filter((screen) => screen.component).map((screen) => screen.path);
}
