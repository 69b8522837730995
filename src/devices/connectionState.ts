import type { Profile } from './profile.ts';

/** State of one connection (protocols.md P11): the protocol creates it on connect and changes it with each frame. */
export interface ConnectionState {
  /** Profile of the device's model; the protocol's default until the model is known. */
  profile: Profile;
  /** Device of the connection: null before a frame has named it, '' when only the caller knows it. */
  number: string | null;
  /** Bytes of incomplete messages held in memory. */
  readonly heldBytes: number;
}

/** Returns the state for protocols with independent frames. */
export function plainState(): ConnectionState {
  return { profile: {}, number: null, heldBytes: 0 };
}

/** Server-side serials of a connection: 16 bits, from 0. */
export class Serials {
  #next = 0;

  next(): number {
    const serial = this.#next;
    this.#next = (serial + 1) % 0x1_0000;
    return serial;
  }
}
