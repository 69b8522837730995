import type { SeededRandom } from '#server/feature/populate.ts';
import { batteryDays, extended, type Level, type Run } from '../forecast.ts';

/** Model of `model/server/populate.ts`, with its common name and its installation positions. */
interface Make {
  model: string;
  protocol: 'watch' | 'mqtt';
  called: string;
  places: readonly string[];
  /** Battery life in days; null on mains. */
  lasts: number | null;
}

const rooms = ['客厅', '卧室', '床头', '卫生间', '厨房'];
const makes = {
  watch: { model: 'KT-W9', protocol: 'watch', called: '手表', places: ['随身'], lasts: 4 },
  band: { model: 'HB-10', protocol: 'watch', called: '手环', places: ['随身'], lasts: 9 },
  button: { model: 'SB-21', protocol: 'mqtt', called: '按钮', places: rooms, lasts: 400 },
  smoke: { model: 'YG-02', protocol: 'mqtt', called: '烟感', places: ['厨房', '卧室'], lasts: 900 },
  radar: { model: 'FR-60', protocol: 'mqtt', called: '跌倒雷达', places: ['卫生间', '卧室'], lasts: null },
  phone: { model: 'CT-05', protocol: 'mqtt', called: '呼话机', places: ['客厅', '床头'], lasts: null },
  gateway: { model: 'ZG-01', protocol: 'mqtt', called: '网关', places: ['客厅'], lasts: null },
  door: { model: 'DM-01', protocol: 'mqtt', called: '门磁', places: ['入户门'], lasts: 500 },
  motion: { model: 'IR-20', protocol: 'mqtt', called: '红外', places: rooms, lasts: 300 },
} as const satisfies Record<string, Make>;

type Kind = keyof typeof makes;
const times = (count: number, kind: Kind): Kind[] => Array<Kind>(count).fill(kind);
const alone = [
  ...[...times(14, 'watch'), ...times(5, 'band'), ...times(6, 'button'), ...times(5, 'smoke')],
  ...[...times(3, 'radar'), ...times(3, 'phone')],
];

/** Numbers per household: the first device is a gateway, the next ones are behind it, all of one customer. */
const household = 40;
const behind: readonly Kind[] = ['door', 'motion', 'smoke'];

const inUse = Array<string>(68).fill('in_use');
const states = [
  ...[...inUse, ...Array<string>(12).fill('stock'), ...Array<string>(7).fill('issued')],
  ...['activated', 'activated', 'activated', 'repair', 'repair', 'repair', 'repair'],
  ...['disabled', 'disabled', 'scrapped', 'scrapped', 'lost', 'lost'],
];

const hour = 3_600_000;
const day = 24 * hour;
/** Maximum time since a battery was charged or changed, days. */
const furthest = 400;

/** Returns the serial number, which marks the row as populated. */
export function populatedSn(number: number): string {
  return `YE${String(number).padStart(7, '0')}`;
}

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** Returns an IMEI of 15 digits with a Luhn check digit; 990000 belongs to no manufacturer. */
function imeiOf(number: number): string {
  const digits = `990000${String(number).padStart(8, '0')}`;
  const sum = [...digits].reduce((all, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return all + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Returns the level, in percent, of a battery charged at `charged` that lasts `lasts` days. */
export function levelAt(instant: number, { charged, lasts }: { charged: number; lasts: number }): number {
  const share = (((instant - charged) / (lasts * day)) % 1) + (instant < charged ? 1 : 0);
  return Math.round(100 - 96 * share);
}

/** Returns the battery run since the charge, as the ingest stores it. */
function runOf(charged: number, seen: number, lasts: number): Run {
  const points = 8;
  const levels = Array.from({ length: points }, (_, index): Level => {
    const instant = charged + Math.round(((seen - charged) * index) / (points - 1));
    return { at: instant, value: levelAt(instant, { charged, lasts }) };
  });
  return levels.reduce<Run | undefined>((run, level) => extended(run, level), undefined) as Run;
}

/** Returns the last report and whether the device is online; a device in stock or just issued never reported. */
function heardOf(state: string, random: SeededRandom, now: number): { seen: number | null; online: boolean } {
  const ago = random.below(1800) * 1000;
  const silent = 2 * day + random.below(40 * 24) * hour;
  if (state === 'stock' || state === 'issued' || random.hits(0.03)) return { seen: null, online: false };
  const online = ['in_use', 'activated'].includes(state) && random.hits(0.92);
  return { seen: now - (online ? ago : silent), online };
}

/** Returns battery and signal as `device_state` stores them. */
function levelsOf({ lasts }: Make, seen: number | null, random: SeededRandom) {
  const signal = 35 + random.below(65);
  const share = Math.min(random.below(100), random.below(110)) / 100;
  if (seen === null) return { battery: null, signal: null, charged: null, levels: {} };
  const levelsByName = { signal: { at: seen, value: signal } };
  if (lasts === null) return { battery: null, signal, charged: null, levels: { kept: levelsByName } };
  const charged = seen - Math.round(Math.min(share * lasts, furthest) * day);
  const run = runOf(charged, seen, lasts);
  const levels = {
    kept: { ...levelsByName, battery: { at: seen, value: run.value } },
    run,
    batteryDays: batteryDays(run),
  };
  return { battery: run.value, signal, charged, levels };
}

/** Returns kind, gateway, and the number that selects the customer. */
function kindOf(number: number, random: SeededRandom): { kind: Kind; gateway: string | null; home: number } {
  const slot = number % household;
  if (slot === 0) return { kind: 'gateway', gateway: null, home: number / household };
  const kind = behind[slot - 1];
  if (!kind) return { kind: random.of(alone), gateway: null, home: number };
  return { kind, gateway: populatedSn(number - slot), home: Math.floor(number / household) };
}

/** Returns number, IMEI and SIM card of a device on the mobile network. */
function cardOf(number: number, isMobile: boolean, until: number) {
  if (!isMobile) return { identifier: populatedSn(number), imei: null };
  const digits = `1541${String(number).padStart(7, '0')}`;
  const iccid = `8986009900${String(number).padStart(10, '0')}`;
  return { identifier: digits, imei: imeiOf(number), sim: { iccid, number: digits, expireDate: dateOf(until) } };
}

/**
 * Returns the device of this number as JSON values: `place` is its customer's number.
 * @param now ms since 1970
 */
export function populatedDevice(
  number: number,
  random: SeededRandom,
  { people, now }: { people: number; now: number },
) {
  const { kind, gateway, home } = kindOf(number, random);
  const make: Make = makes[kind];
  const state = home === number ? random.of(states) : 'in_use';
  const isTried = state === 'in_use';
  const isBound = isTried || (['issued', 'activated'].includes(state) && random.hits(0.4));
  const { seen, online } = heardOf(state, random, now);
  const bought = now - (60 + random.below(800)) * day;
  return {
    sn: populatedSn(number),
    ...{ model: make.model, protocol: make.protocol, called: make.called, lasts: make.lasts },
    place: isBound && people > 0 ? 1 + ((home * 7919) % people) : null,
    ...{ state, gateway, position: random.of(make.places) },
    ...cardOf(number, make.protocol === 'watch', now + (random.below(500) - 15) * day),
    batch: dateOf(bought).slice(0, 7),
    supplier: random.of(['安合康泰', '宁江智联', '南塘物联']),
    warrantyDate: dateOf(bought + 730 * day),
    createdAt: new Date(bought).toISOString(),
    installedAt: new Date(bought + (2 + random.below(50)) * day).toISOString(),
    test: isTried ? random.of(['message', 'message', 'attested'] as const) : ('none' as const),
    firmware: seen === null ? null : random.of(['1.2.6', '1.3.0', '1.3.0', '1.3.2']),
    ...{ seen, online, department: random.below(1000), project: random.below(1000) },
    ...levelsOf(make, seen, random),
  };
}

export type PopulatedDevice = ReturnType<typeof populatedDevice>;
