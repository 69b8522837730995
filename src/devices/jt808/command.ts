// Commands for a JT/T 808 terminal: locate, restart, interval, call back, phone book, parameters; the parameter `text`
// alone is a text on its screen.

import type { CommandInput, DeviceCommand } from '../framer.ts';
import { isRecord } from '../text.ts';
import { encodeGbk } from './gbk.ts';
import { downlinkIds } from './messages.ts';
import { parameterId, writeParameters } from './parameters.ts';

interface CommandMessage {
  id: number;
  body: Buffer;
}

type Content = (params: CommandInput['params']) => CommandMessage | null;

const none = Buffer.alloc(0);

function parameters({ set, read }: CommandInput['params']): CommandMessage | null {
  if (isRecord(set)) {
    if (typeof set.text === 'string' && Object.keys(set).length === 1) {
      // Flags: show the text, and read it aloud if the terminal can.
      const body = Buffer.concat([Buffer.from([0b1100]), encodeGbk(set.text)]);
      return body.length <= 1023 ? { id: downlinkIds.text, body } : null;
    }
    const body = writeParameters(set);
    return body && { id: downlinkIds.parameters, body };
  }
  const names = Array.isArray(read) ? read.map(String) : [];
  if (names.length === 0) return { id: downlinkIds.ask, body: none };
  const ids = names.map(parameterId);
  if (names.length > 200 || ids.includes(null)) return null;
  const body = Buffer.alloc(1 + ids.length * 4);
  body[0] = ids.length;
  for (const [index, id] of ids.entries()) body.writeUInt32BE(id ?? 0, 1 + index * 4);
  return { id: downlinkIds.askSome, body };
}

interface PhoneEntry {
  name: string;
  number: string;
}

function phoneEntriesOf(value: unknown, title: string): PhoneEntry[] {
  return (Array.isArray(value) ? value : []).map((entry: unknown, index) =>
    isRecord(entry)
      ? { name: String(entry.name ?? ''), number: String(entry.number ?? '') }
      : { name: `${title}${index + 1}`, number: String(entry) },
  );
}

/** Encodes the whole phone book as a replacement, each entry for calls in both directions. */
function phoneBook({ sos, family, whitelist }: CommandInput['params']): CommandMessage | null {
  const phoneEntries = [
    ...phoneEntriesOf(sos, 'SOS'),
    ...phoneEntriesOf(family, '家属'),
    ...phoneEntriesOf(whitelist, '联系人'),
  ];
  const entries = phoneEntries.map(({ name, number }) => {
    const [digits, sign] = [Buffer.from(number), encodeGbk(name).subarray(0, 60)];
    return Buffer.concat([Buffer.from([3, digits.length]), digits, Buffer.from([sign.length]), sign]);
  });
  const body = Buffer.concat([Buffer.from([1, phoneEntries.length]), ...entries]);
  return phoneEntries.length === 0 || phoneEntries.length > 255 || body.length > 1023
    ? null
    : { id: downlinkIds.phoneBook, body };
}

const contents: Readonly<Partial<Record<DeviceCommand, Content>>> = {
  locate: () => ({ id: downlinkIds.locate, body: none }),
  restart: () => ({ id: downlinkIds.control, body: Buffer.from([4]) }),
  interval: ({ seconds }) => {
    const body = writeParameters({ strategy: 0, interval: seconds });
    return body && { id: downlinkIds.parameters, body };
  },
  call: ({ number }) => ({
    id: downlinkIds.call,
    body: Buffer.concat([Buffer.from([0]), Buffer.from(String(number))]),
  }),
  contacts: phoneBook,
  parameters,
};

/** Returns the message of a command; null if the protocol does not support it. */
export function commandMessage({ command, params }: CommandInput): CommandMessage | null {
  return contents[command]?.(params) ?? null;
}
