import { plainAddress, subscriberOf } from '#server/core/addressRange.ts';
import { log } from '#server/core/log.ts';

/** Files that are kept for the database, files and connections outwards: an eighth, so many at least, never more than half. */
const minReserved = 256;
/** Connections of one port, whatever the limit of the process. */
const maxPerPort = 20_000;
/** A limit below this is told at the start. */
const fewFiles = 4096;

interface Bounds {
  /** Connections of all ports together. */
  places: number;
  /** Of one port. */
  ofPort: number;
  /** Of one address (IPv6: its /64) that have not proven who they are. */
  ofAddress: number;
}

/** Connections that share a bound; each set has those who go first at its beginning. */
class Crowd {
  size = 0;
  unproven = new Set<ConnectionSlot>();
  /** Proven, without a request under way. */
  idle = new Set<ConnectionSlot>();

  /** Who goes when another one needs the place; undefined where all are at work. */
  first(): ConnectionSlot | undefined {
    const [unproven] = this.unproven;
    const [idle] = this.idle;
    return unproven ?? idle;
  }
}

/** One open connection. */
export class ConnectionSlot {
  /** Ends it, for another one needs its place. */
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

  /** Somebody known is behind it: a login, or a device that is registered. */
  prove(): void {
    if (this.#proven) return;
    this.#proven = true;
    this.#sort();
  }

  /** Something is under way on it, until the answer is called. */
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
 * The places for connections of one or several ports. While they are full a new connection takes the place of the oldest that has
 * not proven who it is, else of the proven one that has been idle longest; one at work is never cut.
 */
export class Doors {
  #bounds: Bounds;
  #isProxy: (address: string) => boolean;
  #all = new Crowd();
  #ports = new Map<object, Crowd>();
  #addresses = new Map<string, Crowd>();

  /** @param isProxy whether an address is a trusted proxy's: it carries many people's connections */
  constructor(bounds: Partial<Bounds> = {}, isProxy: (address: string) => boolean = () => false) {
    const places = bounds.places ?? maxPerPort;
    this.#bounds = { places, ofPort: Math.min(maxPerPort, places), ofAddress: places, ...bounds };
    this.#isProxy = isProxy;
  }

  isProxy(address: string | null): boolean {
    return address !== null && this.#isProxy(plainAddress(address));
  }

  /** Takes a new connection of a port; null where every place belongs to somebody at work: it is to be cut. */
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

  /** Counts a connection at the address that it comes from, also once a proxy has told it; the oldest of that makes room. */
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

/** The doors of people (HTTP) and of devices: a quarter of the places of this process is kept for people, the rest for devices. */
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
