import type { TestUser } from '#server/testing/rows.ts';
import type { ConsentValidity } from '#shared/codes.ts';
import { staleAfter } from '#shared/place/fix.ts';

/** A signature of the consent to be located; times in minutes of the model's clock. */
export interface Signature {
  id: string;
  signedAt: number;
  isOver: boolean;
  withdrawnAt: number | null;
}
export interface Customer {
  id: string;
  name: string;
  department: string;
  project: string;
  ownerId: string | null;
  /** Latitude, as all places of the model: the longitude follows from it. */
  home: number | null;
  isServed: boolean;
  consent: Signature[];
  mergedInto: Customer | null;
}
export interface Device {
  id: string;
  sn: string;
  project: string;
  customer: Customer | null;
  /** Time in ms. */
  fix: { at: number; lat: number } | null;
  installed: number | null;
  /** Reporting interval, seconds. */
  interval: number;
  /** Rank by the last report; null: never heard. */
  heard: number | null;
  isBindable: boolean;
}
export interface Binding {
  device: Device;
  customer: Customer;
  from: number;
  /** Exclusive; null: still bound. */
  until: number | null;
}
export interface Point {
  device: Device;
  minute: number;
  lat: number;
  /** Customer whom its row names. */
  customerId: string | null;
}
export interface Share {
  id: string;
  token: string;
  customer: Customer;
  isRevoked: boolean;
  isExpired: boolean;
}
export interface Viewer extends TestUser {
  /** What the scope is, for messages. */
  title: string;
  /** Null: all. */
  departments: readonly string[] | null;
  projects: readonly string[] | null;
  /** Sees own customers alone. */
  self: boolean;
  canExport: boolean;
  canShare: boolean;
}
export interface Place {
  kind: 'fresh' | 'stale' | 'installed' | 'home';
  lat: number;
  /** Time of the fix in ms; null without one. */
  at: number | null;
}
/** Minutes of the clock, both within. */
export interface Window {
  from: number;
  to: number;
}

/** Orders values, null after all others. */
const nullsLast = (a: number | null, b: number | null) =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : Math.sign(a - b);
const newestFirst = (a: number | null, b: number | null) => nullsLast(a === null ? null : -a, b === null ? null : -b);

/** The rules of who sees which place, track and link, written a second time without a database. */
export class PlaceModel {
  readonly customers: Customer[] = [];
  readonly devices: Device[] = [];
  readonly bindings: Binding[] = [];
  points: Point[] = [];
  readonly shares: Share[] = [];
  /** Minutes since the beginning. */
  clock = 0;

  isAgreed({ consent }: Customer): boolean {
    return consent.some(({ isOver, withdrawnAt }) => !isOver && withdrawnAt === null);
  }

  agreementOf(customer: Customer): ConsentValidity {
    if (this.isAgreed(customer)) return 'valid';
    const [newest] = customer.consent.toSorted((a, b) => b.signedAt - a.signedAt || Number(b.id) - Number(a.id));
    if (!newest) return 'missing';
    return newest.withdrawnAt === null ? 'over' : 'withdrawn';
  }

  canView({ id, departments, projects, self }: Viewer, customer: Customer): boolean {
    if (customer.mergedInto) return false;
    if (projects && !projects.includes(customer.project)) return false;
    return self ? customer.ownerId === id : (departments?.includes(customer.department) ?? true);
  }

  /** Returns the ids under which points of the customer are stored. */
  idsOf(customer: Customer): string[] {
    return this.customers.filter((other) => other === customer || other.mergedInto === customer).map(({ id }) => id);
  }

  /** Returns the devices of a customer, the one that gives the place first. */
  devicesOf(customer: Customer): Device[] {
    return this.devices
      .filter((device) => device.customer === customer)
      .sort(
        (a, b) =>
          newestFirst(a.fix?.at ?? null, b.fix?.at ?? null) ||
          Number(a.installed === null) - Number(b.installed === null) ||
          newestFirst(a.heard, b.heard) ||
          Number(a.id) - Number(b.id),
      );
  }

  placeOf(customer: Customer): Place | null {
    if (!this.isAgreed(customer)) return null;
    const [device] = this.devicesOf(customer);
    if (device?.fix) {
      const { at, lat } = device.fix;
      return { kind: Date.now() - at > staleAfter(device.interval) ? 'stale' : 'fresh', lat, at };
    }
    const installed = device?.installed ?? null;
    if (installed !== null) return { kind: 'installed', lat: installed, at: null };
    return customer.home === null ? null : { kind: 'home', lat: customer.home, at: null };
  }

  stateOf(customer: Customer): string {
    const place = this.placeOf(customer);
    if (!place) return 'none';
    return place.at === null ? 'installed' : place.kind;
  }

  /** Returns whom list and count have. */
  listed(viewer: Viewer): Customer[] {
    return this.customers.filter(
      (customer) => this.canView(viewer, customer) && customer.isServed && this.devicesOf(customer).length > 0,
    );
  }

  /** Returns the points of a customer's track in the order of time. */
  wayOf(customer: Customer, { from, to }: Window, device?: Device): Point[] {
    const ids = this.idsOf(customer);
    const isWorn = (point: Point) =>
      this.bindings.some(
        (binding) =>
          binding.device === point.device &&
          binding.customer === customer &&
          binding.from <= point.minute &&
          (binding.until === null || point.minute < binding.until),
      );
    return this.points
      .filter((point) => from <= point.minute && point.minute <= to && (!device || point.device === device))
      .filter((point) => point.customerId !== null && ids.includes(point.customerId) && isWorn(point))
      .sort((a, b) => a.minute - b.minute || Number(a.device.id) - Number(b.device.id));
  }

  canOpen({ customer, isRevoked, isExpired }: Share): boolean {
    return !isRevoked && !isExpired && customer.isServed && !customer.mergedInto && this.isAgreed(customer);
  }

  revokeLinks(customer: Customer): void {
    for (const share of this.shares) if (share.customer === customer) share.isRevoked = true;
  }

  /** Forgets what a withdrawal takes with it. */
  private forget(customer: Customer, since: number): void {
    for (const device of this.devicesOf(customer)) device.fix = null;
    const ids = this.idsOf(customer);
    const worn = new Set(this.bindings.filter((binding) => binding.customer === customer).map(({ device }) => device));
    this.points = this.points.filter(
      ({ device, minute, customerId }) =>
        !(minute >= since && worn.has(device) && customerId !== null && ids.includes(customerId)),
    );
    this.revokeLinks(customer);
  }

  withdraw(customer: Customer, id: string, at: number): void {
    for (const signature of customer.consent)
      if (signature.withdrawnAt === null && (signature.id === id || (signature.signedAt <= at && !signature.isOver)))
        signature.withdrawnAt = at;
    this.forget(customer, at);
  }

  release(device: Device): void {
    const binding = this.bindings.find((one) => one.device === device && one.until === null);
    if (binding) binding.until = this.clock;
    Object.assign(device, { customer: null, fix: null, installed: null });
  }

  bind(device: Device, customer: Customer): void {
    this.bindings.push({ device, customer, from: this.clock, until: null });
    Object.assign(device, { customer, fix: null });
  }

  end(customer: Customer, unbinds: boolean): void {
    customer.isServed = false;
    if (unbinds) for (const device of this.devicesOf(customer)) this.release(device);
    this.revokeLinks(customer);
  }

  move(customer: Customer, department: string, project: string): void {
    Object.assign(customer, { department, project });
    for (const device of this.devicesOf(customer)) device.project = project;
  }

  merge(keep: Customer, drop: Customer): void {
    for (const device of this.devicesOf(drop)) Object.assign(device, { customer: keep, project: keep.project });
    for (const row of [...this.bindings, ...this.shares]) if (row.customer === drop) row.customer = keep;
    for (const other of this.customers) if (other === drop || other.mergedInto === drop) other.mergedInto = keep;
    keep.consent.push(...drop.consent.splice(0));
    const last = Math.max(...keep.consent.map(({ withdrawnAt }) => withdrawnAt ?? -1));
    const settled = keep.consent.filter(({ withdrawnAt, signedAt }) => withdrawnAt === null && signedAt <= last);
    for (const signature of settled) signature.withdrawnAt = last;
    if (settled.length > 0) this.forget(keep, last);
  }
}
