import type { TcpConnection } from './tcpConnection.ts';

/** What a connection tells its port, and asks it. */
export interface TcpHooks {
  /** The connection named its device. */
  named(connection: TcpConnection, number: string): void;
  /** Whether an earlier connection from another address, which is alive, has the same number. */
  isConflicting(connection: TcpConnection): boolean;
  /** Once a connection: why something of it was refused first. */
  refused(connection: TcpConnection, reason: string): void;
  closed(connection: TcpConnection): void;
}
