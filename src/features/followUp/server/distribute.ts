/**
 * Distributes items so that final loads differ as little as possible: each goes to the able user with the lowest load,
 * the first of equals.
 * @param items ownership of each item; `able` returns the users allowed to have it
 * @param loads present load per user
 * @returns the user of each item, in the order of the items; null: no user
 */
export function distribute<T>(
  items: readonly T[],
  able: (item: T) => readonly string[],
  loads: ReadonlyMap<string, number>,
): (string | null)[] {
  const has = new Map(loads);
  const load = (id: string) => has.get(id) ?? 0;
  return items.map((item) => {
    const [first, ...others] = able(item);
    if (first === undefined) return null;
    const leastLoaded = others.reduce((least, other) => (load(other) < load(least) ? other : least), first);
    has.set(leastLoaded, load(leastLoaded) + 1);
    return leastLoaded;
  });
}
