import { expect } from 'vitest';
import { fenceApi } from '#features/fence/contract.ts';
import { locationApi } from '#features/location/contract.ts';
import { download } from '#server/testing/sheet.ts';
import { shareApi } from '#shared/contract/share.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { unpackFixes } from '#shared/place/fixColumns.ts';
import { readTrack } from '#shared/place/track.ts';
import type { PlaceActs, Stage } from './placeActs.ts';
import type { Customer, Point, Share, Viewer, Window } from './placeModel.ts';

type MapAnswer = OutputOf<(typeof locationApi)['getPlaceMap']>;
type Shown = Record<string, unknown>;

/** An open map: what it shows, and its cursor. */
interface OpenMap {
  shown: Map<string, Shown>;
  cursor: string | undefined;
}

/** Takes an answer over as the page does. */
function takeOver(map: OpenMap, answer: MapAnswer): void {
  if (answer.reset) map.shown.clear();
  for (const id of answer.gone) map.shown.delete(id);
  for (const [i, id] of answer.customerId.entries()) {
    const [equipmentId, lat, at] = [answer.equipmentId[i], answer.lat[i], answer.at[i]];
    map.shown.set(id, { equipmentId, lat, at, state: answer.state[i], kind: answer.kind[i] });
  }
  map.cursor = answer.cursor;
}

/** Returns the sums of a column of differences. */
function sums(column: readonly number[]): number[] {
  let sum = 0;
  return column.map((value) => {
    sum += value;
    return sum;
  });
}

const micro = (degrees: number) => Math.round(degrees * 1e6);
const millionths = (points: readonly Point[]) => points.map(({ lat }) => micro(lat));
const byId = (rows: readonly (readonly [string, unknown])[]) => Object.fromEntries(rows);

/** Compares the answers of the product with those of the model, and counts the cases. */
export class PlaceCompare {
  cases = 0;
  private readonly stage: Stage;
  private readonly acts: PlaceActs;
  private readonly where: () => string;
  private readonly maps = new Map<string, OpenMap>();
  private address = 0;

  /**
   * @param where says in a message which case it is
   */
  constructor(stage: Stage, acts: PlaceActs, where: () => string) {
    this.stage = stage;
    this.acts = acts;
    this.where = where;
  }

  private same(what: string, answer: unknown, expected: unknown, cases = 1): void {
    expect(answer, `${what}, ${this.where()}`).toEqual(expected);
    this.cases += cases;
  }

  /** Compares an open map after its next call. */
  async map(viewer: Viewer, opensAnew = false): Promise<void> {
    const { app, model } = this.stage;
    const map = this.maps.get(viewer.id) ?? { shown: new Map(), cursor: undefined };
    this.maps.set(viewer.id, map);
    const input = map.cursor === undefined || opensAnew ? {} : { since: map.cursor };
    const answer = await app.call(locationApi.getPlaceMap, input, viewer.token);
    takeOver(map, answer);
    const rows = model.listed(viewer).flatMap((customer) => {
      const place = model.placeOf(customer);
      if (!place) return [];
      const at = place.at === null ? null : Math.floor(place.at / 1000);
      const [device] = model.devicesOf(customer);
      const shown = { equipmentId: device?.id, lat: place.lat, at, state: model.stateOf(customer), kind: place.kind };
      return [[customer.id, shown] as const];
    });
    this.same(`map of ${viewer.title}`, Object.fromEntries(map.shown), byId(rows), model.customers.length);
    this.same(`count on the map of ${viewer.title}`, answer.count, rows.length);
  }

  /** Compares the list, of everybody or of those whom the keyword finds, and its count. */
  async list(viewer: Viewer, keyword?: string): Promise<void> {
    const { app, model } = this.stage;
    const filters = keyword === undefined ? {} : { keyword };
    const list = await app.list(locationApi.getPlaceList, { ...filters, limit: 200 }, viewer.token);
    const has = (customer: Customer) =>
      keyword === undefined ||
      customer.name.includes(keyword) ||
      (/^[\w-]+$/.test(keyword) && model.devicesOf(customer).some(({ sn }) => sn.includes(keyword)));
    const listed = model.listed(viewer).filter(has);
    const what = `list of ${viewer.title}${keyword === undefined ? '' : ` by ${keyword}`}`;
    const rows = list.rows.map(({ customerId, equipmentId, state, agreement, stale, place }) => {
      const shown = place && { kind: place.kind, lat: place.lat, at: place.at === null ? null : Date.parse(place.at) };
      return [customerId, { equipmentId, state, agreement, stale, place: shown }] as const;
    });
    const expected = listed.map((customer) => {
      const [place, device] = [model.placeOf(customer), model.devicesOf(customer)[0]];
      const facts = { state: model.stateOf(customer), agreement: model.agreementOf(customer) };
      return [customer.id, { equipmentId: device?.id, ...facts, stale: place?.kind === 'stale', place }] as const;
    });
    this.same(what, byId(rows), byId(expected), model.customers.length);
    const counted = await app.list(locationApi.getPlaceList, { ...filters, limit: 0 }, viewer.token);
    this.same(`count in the ${what}`, [list.count, counted.count], [listed.length, listed.length]);
  }

  /** Returns the status of a call about the track of a customer. */
  private statusFor(viewer: Viewer, customer: Customer): number {
    const { model } = this.stage;
    if (!model.canView(viewer, customer)) return 404;
    return model.isAgreed(customer) ? 200 : 409;
  }

  async card(viewer: Viewer, customer: Customer): Promise<void> {
    const { app, model } = this.stage;
    const what = `card of ${customer.id} for ${viewer.title}`;
    const { status, data } = await app.tryCall(locationApi.getPlace, { customerId: customer.id }, viewer.token);
    if (!model.canView(viewer, customer)) return this.same(what, status, 404);
    const { place, state, home, agreement, devices } = data as OutputOf<(typeof locationApi)['getPlace']>;
    const shown = place && { kind: place.kind, lat: place.lat, at: place.at === null ? null : Date.parse(place.at) };
    const fixes = devices.map(({ id, lastFixAt }) => [id, lastFixAt && Date.parse(lastFixAt)] as const);
    const isAgreed = model.isAgreed(customer);
    const expected = model.devicesOf(customer).map(({ id, fix }) => [id, isAgreed && fix ? fix.at : null] as const);
    this.same(
      what,
      { shown, state, agreement, home: home?.lat ?? null, fixes: byId(fixes) },
      {
        ...{ shown: model.placeOf(customer), state: model.stateOf(customer), agreement: model.agreementOf(customer) },
        ...{ home: isAgreed ? customer.home : null, fixes: byId(expected) },
      },
    );
  }

  private span(customer: Customer, { from, to }: Window) {
    return { customerId: customer.id, from: this.acts.at(from), to: this.acts.at(to) };
  }

  /** Compares the points of a track, of all devices or one. */
  async track(viewer: Viewer, customer: Customer, window: Window): Promise<void> {
    const { app, model, random } = this.stage;
    const device = random.hits(0.2) ? random.of(model.devices) : undefined;
    const input = { ...this.span(customer, window), ...(device && { equipmentId: device.id }) };
    const { status, data } = await app.tryCall(locationApi.getTrack, input, viewer.token);
    const expected = this.statusFor(viewer, customer);
    const what = `track of ${customer.id} for ${viewer.title} in ${JSON.stringify(window)}`;
    if (expected !== 200 || status !== 200) return this.same(what, status, expected);
    const { t0, dt, lat } = data as OutputOf<(typeof locationApi)['getTrack']>;
    const minutes = sums(dt).map((seconds) => Math.round(this.acts.minuteOf((t0 ?? 0) + seconds * 1000)));
    const way = model.wayOf(customer, window, device);
    this.same(what, [minutes, sums(lat)], [way.map((point) => point.minute), millionths(way)]);
  }

  /** Compares the points of an export: all of them, or those in the line. */
  async export(viewer: Viewer, customer: Customer, window: Window): Promise<void> {
    const { app, model, random } = this.stage;
    const raw = random.hits(0.5);
    const input = { ...this.span(customer, window), raw, format: 'gpx' } as const;
    const { status, data } = await app.tryCall(locationApi.exportTrack, input, viewer.token);
    const expected = viewer.canExport ? this.statusFor(viewer, customer) : 403;
    const what = `export of ${customer.id} for ${viewer.title} in ${JSON.stringify(window)}`;
    if (expected !== 200 || status !== 200) return this.same(what, status, expected);
    const { fileId, count } = data as { fileId: string; count: number };
    const text = Buffer.from(await download(app, fileId, viewer.token)).toString();
    const lats = [...text.matchAll(/<trkpt lat="([\d.]+)"/g)].map(([, lat]) => micro(Number(lat)));
    const way = model.wayOf(customer, window);
    const { leftOut } = readTrack(
      way.map(({ minute, lat }) => ({
        ...{ at: Date.parse(this.acts.at(minute)), lat, lng: lat + 90 },
        ...{ accuracy: null, source: 'gnss' as const },
      })),
    );
    const line = way.filter((_, i) => raw || leftOut[i] === null);
    this.same(what, [count, lats], [line.length, millionths(line)]);
  }

  /** Compares the fixes that a fence is tried on. */
  async tryFence(viewer: Viewer, customer: Customer, window: Window): Promise<void> {
    const { app, model } = this.stage;
    const shape = { circle: { centre: { lat: 20, lng: 110 }, radius: 300 } };
    const input = { ...this.span(customer, window), kind: 'home', shape } as const;
    const { status, data } = await app.tryCall(fenceApi.tryFence, input, viewer.token);
    const expected = this.statusFor(viewer, customer);
    const what = `try-out of a fence on ${customer.id} for ${viewer.title} in ${JSON.stringify(window)}`;
    if (expected !== 200 || status !== 200) return this.same(what, status, expected);
    const { fixes } = data as OutputOf<(typeof fenceApi)['tryFence']>;
    const lats = unpackFixes(fixes).map(({ lat }) => micro(lat));
    const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
    this.same(what, sorted(lats), sorted(millionths(model.wayOf(customer, window))));
  }

  /** Adds a link to a place, as the model allows. */
  async share(viewer: Viewer, customer: Customer): Promise<void> {
    const { app, model } = this.stage;
    const open = model.shares.filter((one) => one.customer === customer && !one.isRevoked && !one.isExpired);
    if (open.length >= 9) return;
    const input = { kind: 'place', withCode: false, customerId: customer.id };
    const { status, data } = await app.tryCall(shareApi.addShare, input, viewer.token);
    const shown = this.statusFor(viewer, customer);
    const refused = shown === 200 && !customer.isServed ? 409 : shown;
    const expected = viewer.canShare ? refused : 403;
    this.same(`share of ${customer.id} by ${viewer.title}`, status, expected);
    if (status !== 200) return;
    const { id, token } = data as { id: string; token: string };
    model.shares.push({ id, token, customer, isRevoked: false, isExpired: false });
  }

  /** Opens a link as somebody without an account. */
  async openShare(share: Share): Promise<void> {
    const { app, model } = this.stage;
    this.address += 1;
    const from = `127.0.${20 + Math.floor(this.address / 200)}.${(this.address % 200) + 1}`;
    const { status, data } = await app.ask({ path: shareApi.openShare.path, body: { token: share.token }, from });
    const what = `link ${share.id} to ${share.customer.id}`;
    if (!model.canOpen(share)) return this.same(what, status, 400);
    const place = model.placeOf(share.customer);
    const isFix = place?.at !== null && place !== null;
    const shown = (data as OutputOf<(typeof shareApi)['openShare']>).place?.place ?? null;
    this.same(
      what,
      [status, shown && [shown.lat, shown.stale, Date.parse(shown.at)]],
      [200, isFix ? [place.lat, place.kind === 'stale', place.at] : null],
    );
  }
}
