import { type ChildReport, emptySplit, type Format, type FormatState, type Part, type Split } from '../format.ts';
import { parseExactJson } from '../json/exactJson.ts';
import { isRecord } from '../text.ts';
import { childRequest, ownRequest, procedureReply } from './requests.ts';
import { bodiesOf, childrenIn } from './telemetry.ts';
import { meaningOf } from './topics.ts';

/** Limits of one payload and of a connection's memory. */
const maxParts = 10_000;
const maxChildren = 10_000;
const maxName = 255;

type SplitContext = Parameters<Format['split']>[1];

const isName = (name: unknown): name is string => typeof name === 'string' && name !== '' && name.length <= maxName;

/** Reports a child at the first message about it on a connection. */
function reported(state: FormatState, name: string): ChildReport[] {
  if (state.names.has(name) || state.names.size >= maxChildren) return [];
  state.names.set(name, name);
  return [{ number: name, wireName: name }];
}

/** Splits `{name: values, …}` of a gateway into the parts of its children. */
function splitChildren(word: 'telemetry' | 'attributes', body: Buffer, value: unknown, state: FormatState): Split {
  if (!isRecord(value)) return emptySplit('no telemetry');
  const split = emptySplit();
  for (const { key, bytes, value: own } of childrenIn(value, body)) {
    // The other children of the message are heard all the same.
    if (!isName(key)) {
      split.error = 'no device name';
      continue;
    }
    const bodies = word === 'telemetry' ? bodiesOf(own, bytes) : [bytes];
    for (const one of bodies) split.parts.push({ number: key, word: `child/${word}`, body: one });
    if (split.parts.length > maxParts) return emptySplit('too many messages');
    split.children.push(...reported(state, key));
  }
  return split;
}

/** Splits a message that names one child: connect, disconnect, the answer to a command. */
function splitNamed(word: 'connect' | 'disconnect' | 'rpc', body: Buffer, value: unknown, state: FormatState): Split {
  if (!isRecord(value) || !isName(value.device)) return emptySplit('no device name');
  const { device, type } = value;
  const parts: Part[] = [{ number: device, word: `child/${word}`, body }];
  if (word === 'rpc') return { ...emptySplit(), parts, children: reported(state, device) };
  if (state.names.size < maxChildren) state.names.set(device, device);
  const child: ChildReport = {
    number: device,
    wireName: device,
    ...(isName(type) ? { model: type } : {}),
    reported: word === 'connect' ? 'online' : 'offline',
  };
  return { ...emptySplit(), parts, children: [child] };
}

function splitGateway(kind: string, body: Buffer, value: unknown, state: FormatState): Split {
  if (kind === 'telemetry' || kind === 'attributes') return splitChildren(kind, body, value, state);
  if (kind === 'connect' || kind === 'disconnect' || kind === 'rpc') return splitNamed(kind, body, value, state);
  const request = isRecord(value) ? childRequest(value) : null;
  return request ? { ...emptySplit(), requests: [request] } : emptySplit('no device name');
}

/** Splits a message of a device about itself. */
function splitOwn(word: string, id: string, body: Buffer, value: unknown, at: number): Split {
  const own = (bytes: Buffer, name = word): Part => ({ number: null, word: name, body: bytes });
  if (word === 'telemetry') {
    const bodies = bodiesOf(value, body);
    if (bodies.length > maxParts) return emptySplit('too many messages');
    return { ...emptySplit(), parts: bodies.map((bytes) => own(bytes)) };
  }
  const split = { ...emptySplit(), parts: [own(body, word === 'rpc/response' ? `rpc/response/${id}` : word)] };
  const request = isRecord(value) ? value : {};
  if (word === 'rpc/request') split.replies.push(procedureReply(request.method, id, at));
  return word === 'attributes/request' ? { ...split, requests: [ownRequest(request, id)] } : split;
}

/** Splits a payload by its topic; a word of a stored part means the bytes are one part already. */
export function splitThingsboard(body: Buffer, { topic, state, at }: SplitContext): Split {
  const meaning = meaningOf(topic);
  if (meaning?.word === 'dropped') return emptySplit();
  if (meaning?.word === 'protobuf') return emptySplit('protobuf');
  if (!meaning && topic !== '') return { ...emptySplit(), parts: [{ number: null, word: topic, body }] };
  const { word, rest } = meaning ?? { word: 'telemetry', rest: '' };
  const { value, error } = parseExactJson(body);
  if (error !== null) return emptySplit(error);
  return word === 'gateway' ? splitGateway(rest, body, value, state) : splitOwn(word, rest, body, value, at);
}
