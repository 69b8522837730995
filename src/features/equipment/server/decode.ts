import { type Profile, profileOf } from '#devices/profile.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { frameReader, type Spanned } from './frameReader.ts';

type Input = InputOf<typeof equipmentApi.decodeFrame>;
type Output = OutputOf<typeof equipmentApi.decodeFrame>;

function bytesOf(input: Input): Buffer {
  if (input.encoding !== 'hex') return Buffer.from(input.frame, 'utf8');
  const hex = input.frame.replace(/\s+/g, '');
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) throw invalidField('frame', '十六进制报文不正确');
  return Buffer.from(hex, 'hex');
}

/** What of a message the wire tells. */
export function shown(message: Spanned): Omit<Spanned, 'levels' | 'press' | 'ownKey' | 'alarmBits'> {
  const { levels: _levels, press: _press, ownKey: _ownKey, alarmBits: _alarmBits, ...rest } = message;
  return rest;
}

/** The profile that the frame is read with: one that is not saved yet, or that of the model; none is the protocol's default. */
async function profileFor({ model, profile, events }: Input): Promise<Profile> {
  if (profile || events) return profileOf({ profile, events });
  const registered = model === undefined ? null : await modelByCode(model);
  return registered ? profileOf(registered) : {};
}

/** The number of the connection that is tried: `''` where it has logged in nobody says as whom, null before any login. */
function loggedIn(session: Input['session']): string | null {
  const number = typeof session === 'object' ? session.number : session;
  if (number === undefined) return typeof session === 'object' ? '' : null;
  return typeof number !== 'string' || number === 'identified' ? '' : number;
}

/** What a frame means, without storing anything: for an engineer who tries one out. */
export async function decodeFrame(_viewer: Viewer, input: Input): Promise<Output> {
  const bytes = bytesOf(input);
  const read = await frameReader(input.protocol, await profileFor(input));
  if (!read) throw invalidField('protocol', '不支持这种协议，或没有这个推送来源');
  const { messages, ...rest } = read(bytes, input.topic?.split('/')[1] ?? loggedIn(input.session));
  return { messages: messages.map(shown), ...rest };
}
