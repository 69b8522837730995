import { isAllowed } from '#web/api/session.ts';
import { type PlacedScreen, screenAt } from '../features.ts';

export type RouteAccess = 'open' | 'exception' | 'missing' | 'forbidden';

/**
 * Returns the access to a route (specification section 5): it must be in the allowed list unless its screen skips the
 * check.
 * @param routes routes of the user's menu
 */
export function routeAccess(
  path: string,
  routes: readonly string[],
  find: (path: string) => PlacedScreen | undefined = screenAt,
): RouteAccess {
  if (path.startsWith('/exception/')) return 'exception';
  const screen = find(path);
  if (!screen) return 'missing';
  return !screen.permission || isAllowed(path, routes) ? 'open' : 'forbidden';
}
