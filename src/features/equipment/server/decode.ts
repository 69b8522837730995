import { decodeBytes, type StreamProtocol } from '#devices/framer.ts';
import type { Decoded } from '#devices/message.ts';
import { decodeUp } from '#devices/mqttUp.ts';
import { type Profile, profileOf } from '#devices/profile.ts';
import { decodePush } from '#devices/push.ts';
import { watchProtocol } from '#devices/watch.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { openSource } from '#features/push/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Input = InputOf<typeof equipmentApi.decodeFrame>;
type Output = OutputOf<typeof equipmentApi.decodeFrame>;

const streams: Readonly<Record<string, StreamProtocol>> = { watch: watchProtocol };

function bytesOf(input: Input): Buffer {
  if (input.encoding !== 'hex') return Buffer.from(input.frame, 'utf8');
  const hex = input.frame.replace(/\s+/g, '');
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) throw invalidField('frame', '十六进制报文不正确');
  return Buffer.from(hex, 'hex');
}

function shown(message: Decoded): Output['messages'][number] {
  const { levels: _levels, press: _press, ownKey: _ownKey, alarmBits: _alarmBits, ...rest } = message;
  return rest;
}

/** The profile that the frame is read with: one that is not saved yet, or that of the model; none is the protocol's default. */
async function profileFor({ model, profile, events }: Input): Promise<Profile> {
  if (profile || events) return profileOf({ profile, events });
  const known = model === undefined ? null : await modelByCode(model);
  return known ? profileOf(known) : {};
}

/** What a frame means, without storing anything: for an engineer who tries one out. */
export async function decodeFrame(_viewer: Viewer, input: Input): Promise<Output> {
  const bytes = bytesOf(input);
  const stream = Object.hasOwn(streams, input.protocol) ? streams[input.protocol] : undefined;
  const profile = await profileFor(input);
  if (stream) {
    const { messages, replies, errors } = decodeBytes(stream, bytes, profile);
    return { messages: messages.map(shown), replies, errors };
  }
  if (input.protocol === 'mqtt') {
    const { message, error } = decodeUp(input.topic?.split('/')[1] ?? '', bytes, profile);
    return { messages: message ? [shown(message)] : [], replies: [], errors: error ? [error] : [] };
  }
  const source = input.protocol.startsWith('push:') ? await openSource(input.protocol.slice(5)) : null;
  if (!source) throw invalidField('protocol', '不支持这种协议，或没有这个推送来源');
  const { messages, errors } = decodePush(bytes, source.mapping);
  return { messages: messages.map(shown), replies: [], errors };
}
