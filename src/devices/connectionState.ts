import type { Profile } from './profile.ts';

/** What is kept of one connection (protocols.md P11): made by the protocol when it opens, changed with each of its frames. */
export interface ConnectionState {
  /** What the model of its device says; the protocol's default before that is known. */
  profile: Profile;
  /** The device that it speaks for: null before a frame has named one, '' when only somebody else knows which. */
  number: string | null;
  /** Bytes of begun things that it holds. */
  readonly heldBytes: number;
}

/** The session of a protocol whose frames need nothing of each other. */
export function plainState(): ConnectionState {
  return { profile: {}, number: null, heldBytes: 0 };
}

/** Our own serials of a connection: 16 bits, from 0. */
export class Serials {
  #next = 0;

  next(): number {
    const serial = this.#next;
    this.#next = (serial + 1) % 0x1_0000;
    return serial;
  }
}
