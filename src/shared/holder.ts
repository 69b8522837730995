/** Rows of one kind that block a deletion; a refusal (409) has them in `data.holders`. */
export interface Holder {
  noun: string;
  count: number;
  /** URL (after the hash) of the list that shows them; null if there is none. */
  url: string | null;
}
