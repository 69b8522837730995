/**
 * Address parameters of the dialogs about a device over any page; `bindTo` names the customer and leaves the device
 * open. They differ from all filters.
 */
const dialogs = ['bind', 'bindTo', 'unbind', 'replace', 'changeState', 'fieldTest'] as const;
export type EquipmentDialog = (typeof dialogs)[number];

function queryOf(hash: string): URLSearchParams {
  const [, query = ''] = hash.split('?');
  return new URLSearchParams(query);
}

/** Returns the dialog that an address (`#/path?query`) opens, e.g. `bind=17`; '' for none. */
export function requestedDialog(hash: string): string {
  const query = queryOf(hash);
  const dialog = dialogs.find((key) => /^[1-9]\d{0,17}$/.test(query.get(key) ?? ''));
  return dialog ? `${dialog}=${query.get(dialog)}` : '';
}

/** Splits the result of `requestedDialog`. */
export function dialogOf(text: string): { action: EquipmentDialog; id: string } | undefined {
  const [key, id] = text.split('=');
  const action = dialogs.find((dialog) => dialog === key);
  return action && id ? { action, id } : undefined;
}

/** Returns the address that opens the dialog over its page; without one it closes the open dialog. */
export function dialogAddress(hash: string, next?: { action: EquipmentDialog; id: string }): string {
  const [path = ''] = hash.split('?');
  const query = queryOf(hash);
  for (const key of dialogs) query.delete(key);
  if (next) query.set(next.action, next.id);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
