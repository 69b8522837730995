/** What is done with a device by its address; `bindTo` names the person and leaves the device open. Filters have other names. */
const deeds = ['bind', 'bindTo', 'unbind', 'replace', 'changeState', 'fieldTest'] as const;
export type Deed = (typeof deeds)[number];

function asked(): URLSearchParams {
  const [, query = ''] = location.hash.split('?');
  return new URLSearchParams(query);
}

/** What the address wants done, as `bind=17`; '' for nothing. */
export function wantedDeed(): string {
  const query = asked();
  const deed = deeds.find((one) => /^[1-9]\d{0,17}$/.test(query.get(one) ?? ''));
  return deed ? `${deed}=${query.get(deed)}` : '';
}

/** The two parts of what `wantedDeed` answers. */
export function partsOf(wanted: string): { deed: Deed; id: string } | undefined {
  const [deed, id] = wanted.split('=');
  const known = deeds.find((one) => one === deed);
  return known && id ? { deed: known, id } : undefined;
}

function addressWith(deed?: Deed, id?: string): string {
  const [path = ''] = location.hash.split('?');
  const query = asked();
  for (const one of deeds) query.delete(one);
  if (deed && id) query.set(deed, id);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Opens the dialog of a deed over the page that is open. */
export function askDeed(deed: Deed, id: string): void {
  location.hash = addressWith(deed, id);
}

/** The address of the page that is open without the wish; with another deed that one follows in its place. */
export function leaveDeed(next?: { deed: Deed; id: string }): void {
  if (wantedDeed()) location.replace(addressWith(next?.deed, next?.id));
}
