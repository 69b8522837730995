export interface TcpLimits {
  /** From the first byte to the complete frame, and to the first name of a connection, ms. */
  frame: number;
  /** A nameless connection that sends nothing, ms. */
  silent: number;
  /** A named connection without a frame, ms. */
  idle: number;
  /** Frames of one connection that wait for their commit; the rest of what was read waits behind them. */
  unanswered: number;
  /** Bytes of answers that the device does not read. */
  unread: number;
  /** Refused frames of one connection that are recorded; the rest is only counted. */
  recorded: number;
  /** From our end of a connection to its cut, ms. */
  linger: number;
}

export const tcpLimits: TcpLimits = {
  frame: 10_000,
  silent: 50_000,
  idle: 15 * 60_000,
  unanswered: 64,
  unread: 64 * 1024,
  recorded: 10,
  linger: 2000,
};
