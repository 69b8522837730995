import type { Format, FormatLogin, Part, PartRead } from './format.ts';
import { nativeFormat } from './json/nativeMqtt.ts';
import type { Profile } from './profile.ts';
import { scaipFormat } from './scaip/scaip.ts';
import { thingsboardFormat } from './thingsboard/thingsboard.ts';

/** Formats without a stream: broker, HTTP, decode previews, log, repeated decoding and commands read this list. */
export const formats: readonly Format[] = [nativeFormat, thingsboardFormat, scaipFormat];

/** Other names of formats, in decode previews. */
const aliases: Readonly<Record<string, string>> = { chirpstack: 'lorawan' };

/** Returns the format of a protocol or of another name of it; undefined for a stream or an unknown protocol. */
export function formatOf(protocol: string): Format | undefined {
  const name = Object.hasOwn(aliases, protocol) ? aliases[protocol] : protocol;
  return formats.find((format) => format.name === name);
}

/** Reads a part, also a stored one, and adds its word. */
export function readPart(
  format: Format,
  part: Pick<Part, 'word' | 'body' | 'isCached'>,
  context: { number: string; profile: Profile; at: number },
): PartRead {
  const read = format.read(part, context);
  if (part.word !== '')
    for (const message of [read.message, ...(read.more ?? [])]) if (message) message.topic ??= part.word;
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
