/** Routes that need no session; a stored session changes nothing there. */
const open = /^\/(login|open|large_screen_monitoring)/;

/** Returns the route of a hash, without query: `/warn/sos`. */
export function routeOf(hash: string): string {
  return hash.slice(1).split('?')[0] ?? '';
}

/** Returns whether a page is outside the shell. */
export function isOpenRoute(route: string): boolean {
  return open.test(route);
}

/** Returns the longest of `routes` that equals `path` or contains it (`/warn/sos/12` is below `/warn/sos`). */
export function longestRoute(path: string, routes: readonly string[]): string | undefined {
  return routes
    .filter((route) => path === route || path.startsWith(`${route}/`))
    .reduce<string | undefined>((best, route) => (best && best.length >= route.length ? best : route), undefined);
}
