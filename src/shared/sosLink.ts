type Query = Readonly<Record<string, string>>;

/** Words of the address under which all alarms stand as a list; filters stand beside them. */
export const asList = { tab: 'all', view: 'list' } as const;

/** Path of the alarm screen with these words in its address. */
export function sosPath(query: Query): string {
  return `/warn/sos?${new URLSearchParams(query)}`;
}

/** The same as a link of a page. */
export function sosLink(query: Query): string {
  return `#${sosPath(query)}`;
}
