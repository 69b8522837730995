/**
 * Returns the title of a dialog about one device: action, name and printed number.
 * @param verb label of the action's button
 */
export function titleOf(verb: string, { name, sn }: { name: string; sn: string }): string {
  return name.includes(sn) ? `${verb} · ${name}` : `${verb} · ${name} · ${sn}`;
}
