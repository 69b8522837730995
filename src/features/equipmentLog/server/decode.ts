import { type Profile, profileOf } from '#devices/profile.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { logApi } from '../contract.ts';
import { frameReader, type Spanned } from './frameReader.ts';

type Input = InputOf<typeof logApi.decodeFrame>;
type Output = OutputOf<typeof logApi.decodeFrame>;

function bytesOf(input: Input): Buffer {
  if (input.encoding !== 'hex') return Buffer.from(input.frame, 'utf8');
  const hex = input.frame.replace(/\s+/g, '');
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) throw invalidField('frame', '十六进制报文不正确');
  return Buffer.from(hex, 'hex');
}

/** Returns the part of a message that the API returns. */
export function shown(
  message: Spanned,
): Omit<Spanned, 'levels' | 'press' | 'ownKey' | 'alarmBits' | 'alarmMask' | 'heardAt' | 'pressed' | 'testType'> {
  const { levels: _levels, press: _press, ownKey: _ownKey, alarmBits: _alarmBits, ...rest } = message;
  const { alarmMask: _alarmMask, heardAt: _heardAt, pressed: _pressed, testType: _testType, ...fields } = rest;
  return fields;
}

/** Returns the profile for the frame: an unsaved one, else the model's; without either the protocol's default. */
async function profileFor({ model, profile, events }: Input): Promise<Profile> {
  if (profile || events) return profileOf({ profile, events });
  const registered = model === undefined ? null : await modelByCode(model);
  return registered ? profileOf(registered) : {};
}

/** Returns the number of the simulated connection: `''` if logged in with an unknown number, null before a login. */
function loggedIn(session: Input['session']): string | null {
  const number = typeof session === 'object' ? session.number : session;
  if (number === undefined) return typeof session === 'object' ? '' : null;
  return typeof number !== 'string' || number === 'identified' ? '' : number;
}

/** Decodes a frame without storing anything: a preview for engineers. */
export async function decodeFrame(_viewer: Viewer, input: Input): Promise<Output> {
  const bytes = bytesOf(input);
  const read = await frameReader(input.protocol, await profileFor(input));
  if (!read) throw invalidField('protocol', '不支持这种协议，或没有这个推送来源');
  const { messages, ...rest } = read(bytes, loggedIn(input.session), { topic: input.topic });
  return { messages: messages.map(shown), ...rest };
}
