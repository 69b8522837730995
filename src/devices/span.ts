/** Byte range of a field in a message; `to` is exclusive. */
export interface Span {
  /** Path in the decoded message: `battery`, `position.lat`, `readings.heart_rate`, `values.signal`. */
  field: string;
  from: number;
  to: number;
}
