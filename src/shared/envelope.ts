/** Answer of every endpoint under `/api` (specification section 8, names.md). */
export interface Envelope<T = unknown> {
  code: number;
  data: T;
  msg: string;
  /** Total number of rows that match the filters; lists only. */
  count?: number;
}

/** One refused field: `field` is the path in the input (`contacts.0.mobile`), `msg` a Chinese sentence. */
export interface FieldProblem {
  field: string;
  rule: string;
  msg: string;
}

/** Up to so many rows of a large list are counted; one more shows as 「10,000+」. */
export const maxCounted = 10_000;

export interface Paged<T> {
  rows: T[];
  count: number;
}
