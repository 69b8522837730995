/**
 * Shares items among people so that in the end their loads differ as little as they can: each falls to whoever has fewest, of
 * equals to the first.
 * @param loads what each of the people has already; those of one plan, none of them empty
 * @returns whose each item is, in the order of the items
 */
export function shareOut(items: number, loads: ReadonlyMap<string, number>): string[] {
  const left = [...loads].map(([id, load]) => ({ id, load }));
  const shared: string[] = [];
  for (let n = 0; n < items; n += 1) {
    const [first, ...others] = left;
    if (!first) return [];
    const one = others.reduce((least, other) => (other.load < least.load ? other : least), first);
    one.load += 1;
    shared.push(one.id);
  }
  return shared;
}
