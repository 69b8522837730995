type Query = Readonly<Record<string, string>>;

/** Query of the address that shows all warns as a list; filters are added to it. */
export const asList = { tab: 'all', view: 'list' } as const;

/** Returns the path of the warn screen with this query. */
export function sosPath(query: Query): string {
  return `/warn/sos?${new URLSearchParams(query)}`;
}

/** Returns the hash link of the warn screen with this query. */
export function sosLink(query: Query): string {
  return `#${sosPath(query)}`;
}
