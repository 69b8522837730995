// What a terminal of JT/T 808 can be told: locate, restart, interval, call back, phone book, parameters; of the parameters `text`
// alone is a text on its screen.

import type { CommandInput, DeviceCommand } from '../framer.ts';
import { encodeGbk } from '../gbk.ts';
import { isRecord } from '../text.ts';
import { asked } from './messages.ts';
import { parameterId, writeParameters } from './parameters.ts';

interface Told {
  id: number;
  body: Buffer;
}

type Content = (params: CommandInput['params']) => Told | null;

const none = Buffer.alloc(0);

function parameters({ set, read }: CommandInput['params']): Told | null {
  if (isRecord(set)) {
    if (typeof set.text === 'string' && Object.keys(set).length === 1) {
      // To be shown, and read aloud where the terminal can.
      const body = Buffer.concat([Buffer.from([0b1100]), encodeGbk(set.text)]);
      return body.length <= 1023 ? { id: asked.text, body } : null;
    }
    const body = writeParameters(set);
    return body && { id: asked.parameters, body };
  }
  const names = Array.isArray(read) ? read.map(String) : [];
  if (names.length === 0) return { id: asked.ask, body: none };
  const ids = names.map(parameterId);
  if (names.length > 200 || ids.includes(null)) return null;
  const body = Buffer.alloc(1 + ids.length * 4);
  body[0] = ids.length;
  for (const [at, id] of ids.entries()) body.writeUInt32BE(id ?? 0, 1 + at * 4);
  return { id: asked.askSome, body };
}

interface Person {
  name: string;
  number: string;
}

function peopleOf(value: unknown, title: string): Person[] {
  return (Array.isArray(value) ? value : []).map((one: unknown, at) =>
    isRecord(one)
      ? { name: String(one.name ?? ''), number: String(one.number ?? '') }
      : { name: `${title}${at + 1}`, number: String(one) },
  );
}

/** The whole phone book anew, each for calls in both directions. */
function phoneBook({ sos, family, whitelist }: CommandInput['params']): Told | null {
  const people = [...peopleOf(sos, 'SOS'), ...peopleOf(family, '家属'), ...peopleOf(whitelist, '联系人')];
  const entries = people.map(({ name, number }) => {
    const [digits, sign] = [Buffer.from(number), encodeGbk(name).subarray(0, 60)];
    return Buffer.concat([Buffer.from([3, digits.length]), digits, Buffer.from([sign.length]), sign]);
  });
  const body = Buffer.concat([Buffer.from([1, people.length]), ...entries]);
  return people.length === 0 || people.length > 255 || body.length > 1023 ? null : { id: asked.phoneBook, body };
}

const contents: Readonly<Partial<Record<DeviceCommand, Content>>> = {
  locate: () => ({ id: asked.locate, body: none }),
  restart: () => ({ id: asked.control, body: Buffer.from([4]) }),
  interval: ({ seconds }) => {
    const body = writeParameters({ strategy: 0, interval: seconds });
    return body && { id: asked.parameters, body };
  },
  call: ({ number }) => ({ id: asked.call, body: Buffer.concat([Buffer.from([0]), Buffer.from(String(number))]) }),
  contacts: phoneBook,
  parameters,
};

/** The message that tells a terminal this; null where the protocol has no words for it. */
export function toldBy({ command, params }: CommandInput): Told | null {
  return contents[command]?.(params) ?? null;
}
