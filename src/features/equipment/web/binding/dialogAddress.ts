/** What is done with a device by its address; `bindTo` names the person and leaves the device open. Filters have other names. */
const bindingActionKeys = ['bind', 'bindTo', 'unbind', 'replace', 'changeState', 'fieldTest'] as const;
export type BindingAction = (typeof bindingActionKeys)[number];

function hashQuery(): URLSearchParams {
  const [, query = ''] = location.hash.split('?');
  return new URLSearchParams(query);
}

/** What the address wants done, as `bind=17`; '' for nothing. */
export function requestedAction(): string {
  const query = hashQuery();
  const action = bindingActionKeys.find((key) => /^[1-9]\d{0,17}$/.test(query.get(key) ?? ''));
  return action ? `${action}=${query.get(action)}` : '';
}

/** The two parts of what `requestedAction` answers. */
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

/** Opens the dialog of a deed over the page that is open. */
export function openActionDialog(action: BindingAction, id: string): void {
  location.hash = addressWith(action, id);
}

/** The address of the page that is open without the wish; with another deed that one follows in its place. */
export function clearDialogAddress(next?: { action: BindingAction; id: string }): void {
  if (requestedAction()) location.replace(addressWith(next?.action, next?.id));
}
