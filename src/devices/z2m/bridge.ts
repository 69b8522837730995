import { type ChildReport, emptySplit, type FormatState, type Split } from '../format.ts';
import { isRecord, parseMessage } from '../text.ts';
import { numberOf } from './topic.ts';

/** Bytes of a bridge message that are stored. */
export const maxStored = 65_536;
/** Limits of the names in a connection's memory: how many, and how long each is. */
const maxNames = 10_000;
const maxName = 255;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns a device as the gateway describes it; null for the coordinator and for what has no address. */
function reportOf(device: unknown): ChildReport | null {
  if (!isRecord(device) || typeof device.ieee_address !== 'string' || device.type === 'Coordinator') return null;
  const definition = isRecord(device.definition) ? device.definition : {};
  const fields = {
    wireName: text(device.friendly_name),
    vendor: text(definition.vendor) ?? text(device.manufacturer),
    model: text(definition.model) ?? text(device.model_id),
    kind: text(device.type),
    power: text(device.power_source),
    exposes: definition.exposes,
  };
  return { number: numberOf(device.ieee_address), ...withoutUndefined(fields) };
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

function setName({ names }: FormatState, { wireName, number }: ChildReport): void {
  if (wireName === undefined || wireName.length > maxName) return;
  if (names.size < maxNames || names.has(wireName)) names.set(wireName, number);
}

/** Reads the whole list of devices. */
function readDevices(value: unknown, state: FormatState): Partial<Split> {
  if (!Array.isArray(value)) return { error: 'not a list of devices' };
  const children = value.map(reportOf).filter((report) => report !== null);
  state.names.clear();
  for (const child of children) setName(state, child);
  return { children, isWholeList: true };
}

/** Reads what happened to one device. */
function readEvent(value: unknown, state: FormatState): Partial<Split> {
  const child = isRecord(value) ? reportOf(value.data) : null;
  if (!isRecord(value) || !child) return {};
  if (value.type !== 'device_leave') {
    setName(state, child);
    return { children: [child] };
  }
  for (const [name, number] of state.names) if (number === child.number) state.names.delete(name);
  return { children: [{ ...child, isGone: true }] };
}

/** Moves the name of a renamed device; the list of devices follows later. */
function readRename(value: unknown, state: FormatState): Partial<Split> {
  const data = isRecord(value) && isRecord(value.data) ? value.data : {};
  const number = typeof data.from === 'string' ? state.names.get(data.from) : undefined;
  if (number === undefined || typeof data.from !== 'string' || typeof data.to !== 'string') return {};
  state.names.delete(data.from);
  setName(state, { wireName: data.to, number });
  return { children: [{ number, wireName: data.to }] };
}

/** Returns `online` or `offline` from `{"state":…}` or the bare text; null for anything else. */
export function reportedState(value: unknown, body: Buffer): 'online' | 'offline' | null {
  const state = isRecord(value) ? value.state : value;
  const word = (typeof state === 'string' ? state : body.subarray(0, 16).toString('utf8')).trim().toLowerCase();
  return word === 'online' || word === 'offline' ? word : null;
}

/** Reads a message of the gateway itself, stored cut; what is not needed (definitions, groups, logging) is dropped. */
export function splitBridge(topic: string, body: Buffer, state: FormatState, at: number): Split {
  const name = topic.slice('bridge/'.length);
  const isResponse = name.startsWith('response/');
  if (!isResponse && !['state', 'devices', 'event', 'info'].includes(name)) return emptySplit();
  if (body.length === 0) return emptySplit();
  const parts = [{ number: null, word: topic, body: body.subarray(0, maxStored) }];
  const { value, error } = parseMessage(body);
  if (name === 'state') {
    if (reportedState(value, body) === 'online') state.startedAt = at;
    return { ...emptySplit(), parts };
  }
  if (error) return { ...emptySplit(error), parts: [] };
  if (name === 'devices') return { ...emptySplit(), parts, ...readDevices(value, state) };
  if (name === 'event') return { ...emptySplit(), parts, ...readEvent(value, state) };
  if (name === 'response/device/rename') return { ...emptySplit(), parts, ...readRename(value, state) };
  const version = name === 'info' && isRecord(value) ? text(value.version) : undefined;
  return { ...emptySplit(), parts, ...(version === undefined ? {} : { software: version.slice(0, 64) }) };
}
