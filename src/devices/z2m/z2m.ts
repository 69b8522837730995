import { emptySplit, type Format, formatState, isNewReport, type PartRead, type Split } from '../format.ts';
import { propertySpans } from '../json/jsonSpans.ts';
import { blankDecoded, type Decoded } from '../message.ts';
import { isRecord, parseJson, parseMessage } from '../text.ts';
import { actionOf, isTwin } from './action.ts';
import { maxStored, reportedState, splitBridge } from './bridge.ts';
import { encodeCommand, serialOf } from './command.ts';
import { readState } from './state.ts';
import { childOf } from './topic.ts';

/** Maximum length of a name with its property; names of Zigbee2MQTT are shorter. */
const maxTopic = 500;

/** Time after its start in which Zigbee2MQTT publishes from memory, ms. */
const startMs = 15_000;

type Context = Parameters<Format['split']>[1];

function split(body: Buffer, context: Context): Split {
  const { topic, login, state, at } = context;
  const base = `${login.baseTopic}/`;
  if (!topic.startsWith(base)) {
    // A word without a slash is that of a stored part.
    return { ...emptySplit(), parts: topic === '' || topic.includes('/') ? [] : [{ number: null, word: topic, body }] };
  }
  const rest = topic.slice(base.length);
  if (rest === 'bridge' || rest.startsWith('bridge/')) return splitBridge(rest, body, state, at);
  // An empty payload only clears a retained message.
  if (rest === '' || body.length === 0) return emptySplit();
  return rest.length > maxTopic ? emptySplit('topic too long') : splitChild(rest, body, context);
}

function splitChild(rest: string, body: Buffer, { state, at }: Context): Split {
  const value = parseJson(body);
  const { number, word } = childOf(rest, state.names, value);
  if (word === null) return emptySplit();
  if (word === 'availability') {
    // Groups have availability, too: only an address is a child's.
    const reported = number.startsWith('0x') ? reportedState(value, body) : null;
    const isNews = reported !== null && isNewReport(state, number, reported);
    return { ...emptySplit(), parts: [{ number, word, body }], children: isNews ? [{ number, reported }] : [] };
  }
  const isRepeated = isTwin(state, number, actionIn(word, value, body), word, at);
  const isCached = state.startedAt !== null && at - state.startedAt <= startMs;
  const part = { number, word: isRepeated ? `repeat/${word}` : word, body, ...(isCached ? { isCached } : {}) };
  return { ...emptySplit(), parts: [part] };
}

/** Returns the action in a state, or the one that is published alone; '' for none. */
function actionIn(word: string, value: unknown, body: Buffer): string {
  if (word === 'attribute/action') return actionOf(body.toString('utf8'));
  return word === 'state' && isRecord(value) ? actionOf(value.action ?? value.click) : '';
}

/** Returns the value of one property published alone: bare text. */
function bareValue(body: Buffer): unknown {
  const value = parseJson(body);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return body.toString('utf8').replaceAll('\0', '').toWellFormed();
}

const read: Format['read'] = ({ word, body, isCached = false }, { number, profile, at }) => {
  if (word.startsWith('bridge/')) return readBridge(word, body, number);
  if (word === 'availability') return readAvailability(body, number);
  const isTwinOf = word.startsWith('repeat/');
  const kind = isTwinOf ? word.slice('repeat/'.length) : word;
  const options = { number, profile, at, isCached, isTwin: isTwinOf };
  if (kind.startsWith('attribute/')) {
    const properties = { [kind.slice('attribute/'.length)]: bareValue(body) };
    return { message: readState(properties, body, options), error: null };
  }
  const { value, error } = parseMessage(body);
  if (error !== null) return { message: null, error };
  if (!isRecord(value)) return { message: null, error: 'not a JSON object' };
  return { message: readState(value, body, options), error: null };
};

function messageOf(kind: string, number: string, body: Buffer, values: Record<string, unknown>): Decoded {
  return { ...blankDecoded(kind, number, body), values };
}

/** Reads what the gateway thinks of a child: it shows nobody alive. */
function readAvailability(body: Buffer, number: string): PartRead {
  const { value } = parseMessage(body);
  const values = isRecord(value) ? value : { state: reportedState(value, body) ?? bareValue(body) };
  return { message: { ...messageOf('availability', number, body, values), heardAt: null }, error: null };
}

/** Reads a message of the gateway itself; one that was cut for storage is stored without its values. */
function readBridge(word: string, body: Buffer, number: string): PartRead {
  const { value, error } = parseMessage(body);
  if (word === 'bridge/state') {
    const state = reportedState(value, body);
    const message = messageOf('bridge', number, body, isRecord(value) ? value : { state });
    return { message: state === 'offline' ? { ...message, heardAt: null } : message, error: null };
  }
  if (error !== null && body.length < maxStored) return { message: null, error };
  if (!isRecord(value)) return { message: messageOf('bridge', number, body, {}), error: null };
  if (word.startsWith('bridge/response/')) return { message: answerOf(word, value, body, number), error: null };
  const { config: _config, config_schema: _schema, ...values } = value;
  return { message: messageOf('bridge', number, body, values), error: null };
}

/** Returns the answer to a request; that of a command names its serial. */
function answerOf(word: string, value: Record<string, unknown>, body: Buffer, number: string): Decoded {
  const serial = serialOf(value.transaction);
  const answered = serial === null ? {} : { answeredSerial: serial, refused: value.status !== 'ok' };
  const values = { ...value, ...answered, type: word.slice('bridge/response/'.length) };
  return messageOf(serial === null ? 'bridge' : 'answer', number, body, values);
}

const words = new Map<string, string>([
  ['restart', 'bridge/request/restart'],
  ['parameters', 'set'],
]);

/** Zigbee2MQTT (protocols.md P5): a gateway speaks for its children below its base topic. */
export const z2mFormat: Format = {
  name: 'z2m',
  mayPublish: (topic, { isGateway, baseTopic }) => isGateway && topic.startsWith(`${baseTopic}/`),
  filters: ({ baseTopic }) => [`${baseTopic}/#`],
  createState: formatState,
  split,
  read,
  encodeCommand,
  wordOf: ({ command }) => words.get(command),
  spans: propertySpans,
};
