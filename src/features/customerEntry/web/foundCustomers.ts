import { customerApi } from '#features/customer/contract.ts';
import { isSearched } from '#shared/contract/search.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { can, session, subscribeSession } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { Choice } from '#web/form/fields/SearchSelect.tsx';

/** Customer as a choice field shows it. */
export type FoundCustomer = OutputOf<typeof customerApi.findCustomer>[number];

/** Choice with all that was found. */
export type CustomerChoice = Choice & { customer?: FoundCustomer };

/** Number of customers that a field offers before anything is typed. */
const most = 5;

/** Customers found last, newest first: in this page's memory alone, until another account logs in. */
let recent: readonly FoundCustomer[] = [];
let owner: string | undefined;

subscribeSession(() => {
  if (session().user?.id !== owner) recent = [];
});

/** Returns whether the viewer may find customers. */
export function findsCustomers(): boolean {
  return isSearched('customer', can);
}

/** Returns the customers that were chosen last. */
export function recentCustomers(): readonly FoundCustomer[] {
  return session().user?.id === owner ? recent : [];
}

/** Puts a customer before the others that were found. */
export function rememberCustomer(customer: FoundCustomer): void {
  const others = recentCustomers().filter(({ id }) => id !== customer.id);
  owner = session().user?.id;
  recent = [customer, ...others].slice(0, most);
}

/** Finds customers in scope by name, initials, or the end of a phone or ID number. */
export function findCustomers(
  keyword: string,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<FoundCustomer[]> {
  return callApi(customerApi.findCustomer, { keyword, ...(projectId && { projectId }) }, { signal });
}

/** Reads one customer; undefined outside the viewer's scope. */
export async function readCustomer(id: string, signal: AbortSignal): Promise<FoundCustomer | undefined> {
  return (await callApi(customerApi.findCustomer, { id }, { signal }))[0];
}

/**
 * Returns the choice of a customer: name, age, area, masked phone, and the contact by which it was found.
 * @param refuse returns why the customer cannot be chosen
 */
export function choiceOf(
  customer: FoundCustomer,
  refuse?: (customer: FoundCustomer) => string | undefined,
): CustomerChoice {
  const { id, name, age, area, phone, foundContact } = customer;
  const reason = refuse?.(customer);
  const contact = foundContact && `${labelOf('relation', foundContact.relation)} ${foundContact.name}`;
  const texts = [name, age === null ? null : `${age} 岁`, area, phone, contact, reason];
  return { value: id, label: texts.filter(Boolean).join(' · '), called: name, reason, customer };
}
