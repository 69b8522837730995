/**
 * Address parameters of the device actions; `bindTo` names the customer and leaves the device open. They differ from
 * all filters.
 */
const bindingActionKeys = ['bind', 'bindTo', 'unbind', 'replace', 'changeState', 'fieldTest'] as const;
export type BindingAction = (typeof bindingActionKeys)[number];

function hashQuery(): URLSearchParams {
  const [, query = ''] = location.hash.split('?');
  return new URLSearchParams(query);
}

/** Returns the action requested by the address, e.g. `bind=17`; '' for none. */
export function requestedAction(): string {
  const query = hashQuery();
  const action = bindingActionKeys.find((key) => /^[1-9]\d{0,17}$/.test(query.get(key) ?? ''));
  return action ? `${action}=${query.get(action)}` : '';
}

/** Splits the result of `requestedAction`. */
export function partsOf(text: string): { action: BindingAction; id: string } | undefined {
  const [action, id] = text.split('=');
  const bindingAction = bindingActionKeys.find((key) => key === action);
  return bindingAction && id ? { action: bindingAction, id } : undefined;
}

function addressWith(action?: BindingAction, id?: string): string {
  const [path = ''] = location.hash.split('?');
  const query = hashQuery();
  for (const key of bindingActionKeys) query.delete(key);
  if (action && id) query.set(action, id);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Opens the dialog of an action over the current page. */
export function openActionDialog(action: BindingAction, id: string): void {
  location.hash = addressWith(action, id);
}

/** Removes the action from the current address, or replaces it by the next one. */
export function clearDialogAddress(next?: { action: BindingAction; id: string }): void {
  if (requestedAction()) location.replace(addressWith(next?.action, next?.id));
}
