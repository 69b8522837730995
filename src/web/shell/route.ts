/** Routes that need no session; one that the browser keeps changes nothing there. */
const open = /^\/(login|open|large_screen_monitoring)/;

/** The route of the address, after the hash and without query: `/warn/sos`. */
export function routeOf(hash: string): string {
  return hash.slice(1).split('?')[0] ?? '';
}

/** True for the pages that stand outside the shell. */
export function isOpenRoute(route: string): boolean {
  return open.test(route);
}

/** The longest of `routes` that `path` is or stands below (`/warn/sos/12` below `/warn/sos`). */
export function longestRoute(path: string, routes: readonly string[]): string | undefined {
  return routes
    .filter((route) => path === route || path.startsWith(`${route}/`))
    .reduce<string | undefined>((best, route) => (best && best.length >= route.length ? best : route), undefined);
}
