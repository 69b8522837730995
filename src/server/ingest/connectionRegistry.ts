import type { TcpConnection } from './tcpConnection.ts';

/** A connection that was heard so recently (ms) is alive, whoever else comes with its number. */
const aliveFor = 60_000;

/**
 * The connections of one port by the number that they give, at most two of each. On a plain port the number is all the
 * identity there is: a later connection from another address is a rival while the earlier one is alive, and cuts it only
 * when that has been silent. From the same address the newest counts at once: half-open connections last for hours.
 */
export class ConnectionRegistry {
  /** In the order in which their addresses came. */
  #byNumber = new Map<string, TcpConnection[]>();
  #now: () => number;

  constructor({ now }: { now: () => number }) {
    this.#now = now;
  }

  /** Takes a connection that has named its device; answers those that it takes the place of. */
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

  /** Whether an earlier connection with this one's number, from another address, was just heard or has spoken since. */
  isConflicting(connection: TcpConnection): boolean {
    const all = this.#byNumber.get(connection.number ?? '') ?? [];
    return all
      .slice(0, Math.max(0, all.indexOf(connection)))
      .some(
        (candidate) =>
          !candidate.ending && (this.#now() - candidate.heardAt <= aliveFor || candidate.heardAt > connection.namedAt),
      );
  }

  /** The numbers that are connected. */
  numbers(): string[] {
    return [...this.#byNumber.keys()];
  }

  /** The newest connection of the number that is no rival. */
  active(number: string): TcpConnection | undefined {
    return this.#byNumber.get(number)?.findLast((candidate) => !this.isConflicting(candidate));
  }
}
