/**
 * Shares items among people so that in the end their loads differ as little as they can: each falls to whoever has fewest of
 * those who may have it, of equals to the first.
 * @param items what each of them belongs to: by it `able` says who may have it
 * @param loads what each of the people has already
 * @returns whose each item is, in the order of the items; null: nobody's
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
