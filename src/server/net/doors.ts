import { plainAddress, subscriberOf } from '#server/core/addressRange.ts';
import { log } from '#server/core/log.ts';

/**
 * Minimum of files reserved for database, files and outbound connections: an eighth of the limit, at least this, at
 * most half.
 */
const minReserved = 256;
/** Maximum connections of one port, for any process limit. */
const maxPerPort = 20_000;
/** A limit below this is logged at the start. */
const fewFiles = 4096;

interface Bounds {
  /** Maximum connections of all ports together. */
  places: number;
  /** Maximum connections of one port. */
  ofPort: number;
  /** Maximum unproven connections of one address (IPv6: its /64). */
  ofAddress: number;
}

/** Connections with a common limit; the sets are in order of removal. */
class Crowd {
  size = 0;
  unproven = new Set<ConnectionSlot>();
  /** Proven connections without a request in progress. */
  idle = new Set<ConnectionSlot>();

  /** Returns the connection to remove for another one; undefined if all are in use. */
  first(): ConnectionSlot | undefined {
    const [unproven] = this.unproven;
    const [idle] = this.idle;
    return unproven ?? idle;
  }
}

/** An open connection. */
export class ConnectionSlot {
  /** Closes the connection, to free its slot. */
  readonly cut: () => void;
  #crowds: Crowd[] = [];
  #proven = false;
  #uses = 0;

  constructor(cut: () => void) {
    this.cut = cut;
  }

  join(crowd: Crowd): void {
    crowd.size++;
    this.#crowds.push(crowd);
    this.#sort();
  }

  leave(): void {
    for (const crowd of this.#crowds.splice(0)) {
      crowd.size--;
      crowd.unproven.delete(this);
      crowd.idle.delete(this);
    }
  }

  /** Marks the connection as proven: a user logged in, or a registered device. */
  prove(): void {
    if (this.#proven) return;
    this.#proven = true;
    this.#sort();
  }

  /** Marks the connection as in use, until the returned function is called. */
  use(): () => void {
    this.#uses++;
    this.#sort();
    return () => {
      this.#uses--;
      this.#sort();
    };
  }

  #sort(): void {
    for (const { unproven, idle } of this.#crowds) {
      if (!this.#proven) {
        unproven.add(this);
        continue;
      }
      unproven.delete(this);
      idle.delete(this);
      if (this.#uses === 0) idle.add(this);
    }
  }
}

/**
 * Connection slots of one or several ports. When full, a new connection replaces the oldest unproven one, else the
 * proven one idle for longest; one in use is never cut.
 */
export class Doors {
  #bounds: Bounds;
  #isProxy: (address: string) => boolean;
  #all = new Crowd();
  #ports = new Map<object, Crowd>();
  #addresses = new Map<string, Crowd>();

  /**
   * @param isProxy whether an address is a trusted proxy's: it carries connections of many users
   */
  constructor(bounds: Partial<Bounds> = {}, isProxy: (address: string) => boolean = () => false) {
    const places = bounds.places ?? maxPerPort;
    this.#bounds = { places, ofPort: Math.min(maxPerPort, places), ofAddress: places, ...bounds };
    this.#isProxy = isProxy;
  }

  isProxy(address: string | null): boolean {
    return address !== null && this.#isProxy(plainAddress(address));
  }

  /** Adds a new connection of a port; null if all are in use: the caller must cut it. */
  enter(port: object, address: string | null, cut: () => void): ConnectionSlot | null {
    const ofPort = this.#ports.get(port) ?? new Crowd();
    this.#ports.set(port, ofPort);
    const place = new ConnectionSlot(cut);
    this.countAt(place, address);
    const full =
      (ofPort.size >= this.#bounds.ofPort && !this.#makeRoom(ofPort)) ||
      (this.#all.size >= this.#bounds.places && !this.#makeRoom(this.#all));
    if (full) {
      this.leave(place, address);
      return null;
    }
    place.join(this.#all);
    place.join(ofPort);
    return place;
  }

  /**
   * Counts a connection at its source address, also after a proxy has reported it; removes the oldest of a full
   * address.
   */
  countAt(place: ConnectionSlot, address: string | null): void {
    if (this.isProxy(address)) return;
    const from = subscriberOf(address ?? '');
    const crowd = this.#addresses.get(from) ?? new Crowd();
    if (crowd.unproven.size >= this.#bounds.ofAddress) this.#makeRoom(crowd);
    this.#addresses.set(from, crowd);
    place.join(crowd);
  }

  leave(place: ConnectionSlot, address: string | null): void {
    place.leave();
    const from = subscriberOf(address ?? '');
    if (this.#addresses.get(from)?.size === 0) this.#addresses.delete(from);
  }

  #makeRoom(crowd: Crowd): boolean {
    const place = crowd.first();
    place?.leave();
    place?.cut();
    return place !== undefined;
  }
}

/** Creates the slots of users (HTTP) and of devices: a quarter for users, the rest for devices. */
export function openDoors(
  { openFiles, users, devices }: { openFiles: number; users: boolean; devices: boolean },
  isProxy: (address: string) => boolean,
): { users: Doors; devices: Doors } {
  const places = openFiles - Math.min(Math.max(minReserved, Math.ceil(openFiles / 8)), Math.floor(openFiles / 2));
  if (openFiles < fewFiles) log.warn({ openFiles, places }, 'few files may be open: raise the limit nofile');
  const ofUsers = devices ? Math.floor(places / 4) : places;
  const ofDevices = users ? places - ofUsers : places;
  const quarter = (all: number) => Math.max(1, Math.floor(all / 4));
  return {
    users: new Doors({ places: ofUsers, ofPort: ofUsers, ofAddress: quarter(ofUsers) }, isProxy),
    devices: new Doors(
      {
        places: ofDevices,
        ofPort: Math.min(maxPerPort, ofDevices - quarter(ofDevices)),
        ofAddress: quarter(ofDevices),
      },
      isProxy,
    ),
  };
}
