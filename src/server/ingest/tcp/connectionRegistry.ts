import type { TcpConnection } from './tcpConnection.ts';

/** Time in ms after its last frame during which a connection is alive, even if another one uses its number. */
const aliveFor = 60_000;

/**
 * Connections by number (the only identity), at most two each. From another address one is conflicting while the
 * earlier one is alive, else replaces it; from the same address it replaces at once: half-open connections last for
 * hours.
 */
export class ConnectionRegistry {
  /** Connections per number, in the order in which their addresses connected. */
  #byNumber = new Map<string, TcpConnection[]>();
  #now: () => number;

  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  /** Adds a connection that has named its device; returns those it replaces. */
  add(connection: TcpConnection, number: string): TcpConnection[] {
    const present = this.#byNumber.get(number) ?? [];
    const index = present.findIndex((candidate) => candidate.address === connection.address);
    const registered =
      index < 0
        ? [...present.filter((candidate) => candidate === this.active(number)), connection]
        : present.with(index, connection);
    this.#byNumber.set(number, registered);
    return present.filter((candidate) => !registered.includes(candidate));
  }

  remove(connection: TcpConnection): void {
    const { number } = connection;
    if (number === null) return;
    const remaining = this.#byNumber.get(number)?.filter((candidate) => candidate !== connection) ?? [];
    if (remaining.length > 0) this.#byNumber.set(number, remaining);
    else this.#byNumber.delete(number);
  }

  /**
   * Returns whether an earlier connection with the same number, from another address, is alive or has sent a frame
   * since this one was named.
   */
  isConflicting(connection: TcpConnection): boolean {
    const all = this.#byNumber.get(connection.number ?? '') ?? [];
    return all
      .slice(0, Math.max(0, all.indexOf(connection)))
      .some(
        (candidate) =>
          !candidate.ending && (this.#now() - candidate.heardAt <= aliveFor || candidate.heardAt > connection.namedAt),
      );
  }

  /** Returns the connected device numbers. */
  numbers(): string[] {
    return [...this.#byNumber.keys()];
  }

  /** Returns the newest connection of the number that is not conflicting. */
  active(number: string): TcpConnection | undefined {
    return this.#byNumber.get(number)?.findLast((candidate) => !this.isConflicting(candidate));
  }
}
