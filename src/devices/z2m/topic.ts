import type { FormatState } from '../format.ts';
import { isRecord } from '../text.ts';

/** Child and purpose of a topic below the base topic. */
export interface ChildTopic {
  /** Number of the child: ieee address, or its name while the gateway has not listed it. */
  number: string;
  /** `state`, `availability` or `attribute/<property>`; null: not for us. */
  word: string | null;
}

/** Returns an ieee address in lower case; any other number as it is. */
export function numberOf(address: string): string {
  const text = address.trim();
  return /^0x[\da-f]{1,16}$/i.test(text) ? text.toLowerCase() : text;
}

/** Returns the word for what follows the name of a child. */
function wordOf(end: string): string | null {
  if (end === '') return 'state';
  if (end === 'availability') return end;
  return /(?:^|\/)[gs]et(?:\/|$)/.test(end) ? null : `attribute/${end}`;
}

/** Returns the longest prefix of the topic, in whole levels, that is a name of the list; null if none is. */
function longestName(rest: string, names: FormatState['names']): string | null {
  for (let end = rest.length; end > 0; end = rest.lastIndexOf('/', end - 1)) {
    const name = rest.slice(0, end);
    if (names.has(name)) return name;
  }
  return null;
}

/** Returns the child by the shape of the topic: it is on no list. */
function unlisted(rest: string, isObject: boolean): ChildTopic {
  const cut = rest.lastIndexOf('/');
  const end = rest.slice(cut + 1);
  const word = cut > 0 && (!isObject || end === 'availability') ? wordOf(end) : 'state';
  if (word === null || (cut > 0 && wordOf(end) === null)) return { number: numberOf(rest.slice(0, cut)), word: null };
  return word === 'state' ? { number: numberOf(rest), word } : { number: numberOf(rest.slice(0, cut)), word };
}

/**
 * Returns the child of a topic: the longest listed name that fits, for names may contain slashes.
 * @param rest topic without the base topic
 * @param body parsed payload: an object is a state, which is never one property of a child
 */
export function childOf(rest: string, names: FormatState['names'], body: unknown): ChildTopic {
  const name = longestName(rest, names);
  if (name === null) return ofDevice(unlisted(rest, isRecord(body)), body);
  const word = wordOf(rest.slice(name.length + 1));
  if (word?.startsWith('attribute/') && isRecord(body)) return ofDevice(unlisted(rest, true), body);
  return { number: names.get(name) ?? numberOf(name), word };
}

/** Replaces a name by the address that the state itself gives, where the gateway adds it. */
function ofDevice(child: ChildTopic, body: unknown): ChildTopic {
  const device = isRecord(body) ? body.device : undefined;
  const address = isRecord(device) ? (device.ieeeAddr ?? device.ieee_address) : undefined;
  return typeof address === 'string' && /^0x[\da-f]{16}$/i.test(address)
    ? { ...child, number: address.toLowerCase() }
    : child;
}
