import { randomUUID } from 'node:crypto';

/** Columns of the people with a place, ordered by customer; numbers for compact rows and fast comparison. */
export interface PlaceColumns {
  customer: number[];
  equipment: (number | null)[];
  /** Millionths of a degree. */
  lat: number[];
  lng: number[];
  /** Seconds since 1970; null without a fix. */
  at: (number | null)[];
  /** Places in `placeStates` and `placeKinds`. */
  state: number[];
  kind: number[];
  accuracy: (number | null)[];
}

/** What an open map has to learn: rows by index, and customers to forget. */
export interface PlaceChanges {
  rows: number[];
  gone: number[];
}

const none: PlaceColumns = {
  ...{ customer: [], equipment: [], lat: [], lng: [], at: [], state: [], kind: [], accuracy: [] },
};
const compared = ['equipment', 'lat', 'lng', 'at', 'state', 'kind', 'accuracy'] as const;

/** Time for which a view remembers what has changed, ms: an older cursor gets everything. */
export const rememberedMs = 600_000;

/**
 * The places that open maps of the same rights and filters show, and when each was last changed. Versions count the
 * changes; a cursor is a version of this view.
 */
export class PlaceView {
  readonly epoch = randomUUID().slice(0, 8);
  columns = none;
  private version = 0;
  /** Version in which each row was last changed. */
  private changed: number[] = [];
  /** Customers who are no longer among them, with version and time, oldest first. */
  private gone: { customer: number; version: number; at: number }[] = [];

  /** Takes over what is shown now. */
  update(next: PlaceColumns, now: number): void {
    const version = this.version + 1;
    const { columns: previous, changed: before } = this;
    const changed = new Array<number>(next.customer.length);
    const gone: number[] = [];
    let isChanged = false;
    let i = 0;
    for (let j = 0; j < next.customer.length; j++) {
      const customer = next.customer[j] as number;
      while (i < previous.customer.length && (previous.customer[i] as number) < customer)
        gone.push(previous.customer[i++] as number);
      const isKnown = previous.customer[i] === customer;
      const isSame = isKnown && compared.every((name) => previous[name][i] === next[name][j]);
      changed[j] = isSame ? (before[i] as number) : version;
      isChanged ||= !isSame;
      if (isKnown) i++;
    }
    gone.push(...previous.customer.slice(i));
    this.columns = next;
    this.changed = changed;
    if (isChanged || gone.length > 0) this.version = version;
    this.gone = [
      ...this.gone.filter(({ at }) => at > now - rememberedMs),
      ...gone.map((customer) => ({ customer, version, at: now })),
    ];
  }

  /** Returns the cursor of what is shown now. */
  cursor(now: number): string {
    return `${this.epoch}.${this.version}.${now.toString(36)}`;
  }

  /** Returns what has changed since a cursor; null if that is unknown: of another view, or too old. */
  since(cursor: string, now: number): PlaceChanges | null {
    const [epoch, version = '', at = ''] = cursor.split('.');
    const former = Number(version);
    const age = now - Number.parseInt(at, 36);
    if (epoch !== this.epoch || !(age < rememberedMs) || !(former <= this.version)) return null;
    const rows = this.changed.flatMap((last, index) => (last > former ? [index] : []));
    const gone = new Set(this.gone.filter((row) => row.version > former).map(({ customer }) => customer));
    for (const index of rows) gone.delete(this.columns.customer[index] as number);
    return { rows, gone: [...gone] };
  }
}
