import type { Format, FormatLogin, Part, PartRead } from './format.ts';
import { nativeFormat } from './json/nativeMqtt.ts';
import { lorawanFormat } from './lorawan/lorawan.ts';
import type { Profile } from './profile.ts';
import { scaipFormat } from './scaip/scaip.ts';
import { thingsboardFormat } from './thingsboard/thingsboard.ts';
import { z2mFormat } from './z2m/z2m.ts';

/** Formats without a stream: broker, HTTP, decode previews, log, repeated decoding and commands read this list. */
export const formats: readonly Format[] = [nativeFormat, z2mFormat, lorawanFormat, thingsboardFormat, scaipFormat];

/** Other names of formats, in decode previews. */
const aliases: Readonly<Record<string, string>> = { chirpstack: 'lorawan' };

/** Returns the format of a protocol or of another name of it; undefined for a stream or an unknown protocol. */
export function formatOf(protocol: string): Format | undefined {
  const name = Object.hasOwn(aliases, protocol) ? aliases[protocol] : protocol;
  return formats.find((format) => format.name === name);
}

/** Marks of a stored word: repeated by a gateway from its memory, or a last will. Both show nobody alive. */
const cached = 'cached/';
const will = 'will/';

/** Returns the word with which a part is stored, so that it is read again as it was read first. */
export function storedWord({ word, isCached }: Part, isWill: boolean): string {
  return `${isWill ? will : isCached ? cached : ''}${word}`;
}

/**
 * Reads a part, live or stored.
 * @param word as it is stored (`storedWord`)
 */
export function readPart(
  format: Format,
  { word, body }: { word: string; body: Buffer },
  context: { number: string; profile: Profile; at: number },
): PartRead {
  const isWill = word.startsWith(will);
  const isCached = word.startsWith(cached);
  const bare = isWill ? word.slice(will.length) : isCached ? word.slice(cached.length) : word;
  const read = format.read({ word: bare, body, ...(isCached && { isCached }) }, context);
  for (const message of [read.message, ...(read.more ?? [])]) {
    if (!message) continue;
    if (bare !== '') message.topic ??= bare;
    if (isWill) message.heardAt = null;
    else if (isCached && message.heardAt === undefined) message.heardAt = null;
  }
  return read;
}

/** Returns the login for a payload without a connection: the topic tells as much of it as can be told. */
export function loginOfTopic(topic: string, sn: string): FormatLogin {
  const [base = '', second] = topic.split('/');
  const isOwn = base === 'equipment' && second !== undefined;
  return {
    sn: isOwn ? second : sn,
    isGateway: !isOwn && !topic.startsWith('v1/devices/'),
    baseTopic: base || 'zigbee2mqtt',
  };
}
