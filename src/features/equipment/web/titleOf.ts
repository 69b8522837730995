/**
 * The title of a dialog about one device: what is done, its name, and the number that stands on it.
 * @param verb what is done, as its button says it
 */
export function titleOf(verb: string, { name, sn }: { name: string; sn: string }): string {
  return name.includes(sn) ? `${verb} · ${name}` : `${verb} · ${name} · ${sn}`;
}
