import { formatOf } from '#devices/formats.ts';
import type { CommandInput } from '#devices/framer.ts';
import { streamProtocols } from '#devices/streams.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { commandApi } from '../contract.ts';
import { encodeFor } from './commands.ts';
import { validatedParams } from './sendCommand.ts';

/** Frame as pasted: text, or hex. */
function frameOf(text: string): Buffer {
  const hex = text.replace(/\s+/g, '');
  return /^(?:[0-9a-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex') : Buffer.from(text, 'utf8');
}

type Encode = (to: { number: string; frame?: Buffer | undefined }, input: CommandInput) => Buffer | null;

/** Returns the encoder of a stream or format; null if it has no commands. */
function encoderOf(name: string): Encode | null {
  const stream = streamProtocols.find((protocol) => protocol.name === name);
  if (stream) return (to, input) => stream.encodeCommand(to, input, 0);
  const format = formatOf(name);
  if (!format?.encodeCommand) return null;
  return ({ number }, input) => {
    const message = encodeFor(format, number, input, 0);
    return message && Buffer.from(message.payload);
  };
}

/** Encodes a command in the format of the given frame; sends and stores nothing. */
export async function encodeCommand(
  _viewer: Viewer,
  input: InputOf<typeof commandApi.encodeCommand>,
): Promise<OutputOf<typeof commandApi.encodeCommand>> {
  const encode = encoderOf(input.protocol);
  if (!encode) throw invalidField('protocol', '此协议还不能下发指令');
  const params = validatedParams(input.command, input.params);
  const label = `「${labelOf('device_command', input.command)}」`;
  const model = input.model === undefined ? null : await modelByCode(input.model);
  if (model && !model.capabilities.includes(input.command)) throw invalidField('command', `此型号不支持${label}`);
  const frame = input.frame === undefined ? undefined : frameOf(input.frame);
  const bytes = encode({ number: input.number, frame }, { command: input.command, params });
  if (!bytes)
    throw invalidField(
      frame ? 'frame' : 'command',
      frame ? '这一帧不是该号码的报文，或协议没有这条指令' : `协议没有${label}`,
    );
  return { bytes: bytes.toString('hex'), text: bytes.toString('utf8') };
}
