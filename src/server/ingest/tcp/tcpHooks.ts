import type { TcpConnection } from './tcpConnection.ts';

/** Callbacks of a connection to its port. */
export interface TcpHooks {
  /** Called when the connection has named its device. */
  named(connection: TcpConnection, number: string): void;
  /** Returns whether an earlier, live connection from another address has the same number. */
  isConflicting(connection: TcpConnection): boolean;
  /** Called once per connection, with the first reason of a refusal. */
  refused(connection: TcpConnection, reason: string): void;
  closed(connection: TcpConnection): void;
}
