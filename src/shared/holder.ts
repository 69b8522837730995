/** Rows of one kind that keep something from being deleted; a refusal (409) carries them as `data.holders`. */
export interface Holder {
  noun: string;
  count: number;
  /** Address of the list that shows them, after the hash; null where no list does. */
  url: string | null;
}
