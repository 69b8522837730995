/** Value of a device, or of a person's own id, at an instant, ms since 1970. */
export interface ReadingKey {
  sourceId: string;
  metric: string;
  at: number;
}

/** Returns the id of a listed value. */
export const readingId = ({ sourceId, metric, at }: ReadingKey) => `${sourceId}-${metric}-${at}`;

/** Returns what the id of a listed value names. */
export function readingKeyOf(id: string): ReadingKey {
  const [sourceId = '', metric = '', at = ''] = id.split('-');
  return { sourceId, metric, at: Number(at) };
}
