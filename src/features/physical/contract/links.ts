const root = '#/healthy/physicals';

/** Returns the address of an examination's page. */
export const physicalLink = (id: string): string => `${root}/${id}`;

/** Returns the address of the list of those due, with its filters; absent ones are left out. */
export function dueLink(filters: Readonly<Record<string, string | number | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, String(value));
  return `${root}/due?${query}`;
}

/** Returns the address of the list, of one customer or all. */
export const listLink = (customerId?: string): string => (customerId ? `${root}?customerId=${customerId}` : root);
