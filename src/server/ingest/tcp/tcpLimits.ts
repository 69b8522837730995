export interface TcpLimits {
  /** Maximum time from the first byte to the complete frame, and to the number of a connection, ms. */
  frame: number;
  /** Maximum silence of a connection without a number, ms. */
  silent: number;
  /** Maximum time without a frame of a connection with a number, ms. */
  idle: number;
  /** Maximum frames of a connection that wait for their commit; later frames wait behind them. */
  unanswered: number;
  /** Maximum bytes of answers that the device has not read. */
  unread: number;
  /** Maximum refused frames stored per connection; further ones are only counted. */
  recorded: number;
  /** Time from our end of a connection to its cut, ms. */
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
