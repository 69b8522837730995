/** Which bytes of a message a field was read from: `to` is behind the last one. */
export interface Span {
  /** A path in what was decoded: `battery`, `position.lat`, `readings.heart_rate`, `values.signal`. */
  field: string;
  from: number;
  to: number;
}
