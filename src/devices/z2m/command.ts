import type { FormatLogin, FormatReply } from '../format.ts';
import type { Addressee, CommandInput } from '../framer.ts';
import { isRecord } from '../text.ts';

/** Marks answers to our requests: `transaction` of a command is this and its serial. */
const prefix = 'anhao-';

/** Returns the serial of the command that a response answers; null if it is no command's. */
export function serialOf(transaction: unknown): number | null {
  const match = typeof transaction === 'string' ? /^anhao-(\d{1,6})$/.exec(transaction) : null;
  return match ? Number(match[1]) : null;
}

/** Encodes a command: parameters of a child, restart of the gateway. */
export function encodeCommand(
  { number, login, wireName }: Addressee & { login: FormatLogin; wireName?: string },
  { command, params }: CommandInput,
  serial: number,
): FormatReply | null {
  const isGateway = wireName === undefined && number.toLowerCase() === login.sn.toLowerCase();
  if (isGateway) {
    if (command !== 'restart') return null;
    const payload = JSON.stringify({ transaction: `${prefix}${serial}` });
    return { topic: `${login.baseTopic}/bridge/request/restart`, payload };
  }
  if (command !== 'parameters') return null;
  // A topic to publish on has no wildcard; the address is as good as the name.
  const name = wireName === undefined || /[+#\0]/.test(wireName) ? number : wireName;
  const { set, read } = params;
  if (isRecord(set)) return { topic: `${login.baseTopic}/${name}/set`, payload: JSON.stringify(set) };
  const names = Array.isArray(read) && read.length > 0 ? read.map(String) : ['state'];
  const wanted = Object.fromEntries(names.map((property) => [property, '']));
  return { topic: `${login.baseTopic}/${name}/get`, payload: JSON.stringify(wanted) };
}

/**
 * Opens the network for new devices, or closes it with 0 seconds.
 * @param seconds at most 254
 */
export function encodeScan({ baseTopic }: FormatLogin, seconds: number, transaction: string): FormatReply {
  // Releases before 2.0 need `value`, later ones `time`.
  const payload = JSON.stringify({ value: seconds > 0, time: seconds, transaction });
  return { topic: `${baseTopic}/bridge/request/permit_join`, payload };
}
