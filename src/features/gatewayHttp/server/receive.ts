import type { Format, Split } from '#devices/format.ts';
import { readPart } from '#devices/formats.ts';
import { type Message, toMessage } from '#devices/message.ts';
import type { Profile } from '#devices/profile.ts';
import { log } from '#server/core/log.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { lanes } from '#server/ingest/startIngest.ts';
import { settledWithin } from '#server/ingest/transport.ts';
import type { Login } from './logins.ts';
import { isDue, noteLink } from './noteLink.ts';

/** Time in ms after which a sender is told that its message is not stored; a repeat of it is recognized. */
const maxWait = 8000;
/** Bytes of an unreadable body that are stored with the reason. */
const maxUnread = 65_536;

async function profileOf(protocol: string, number: string): Promise<Profile> {
  const [store] = await extensionsOf('deviceStore');
  // Without a profile the message is still stored.
  return (await store?.extension.profileOf(protocol, number).catch(() => ({}))) ?? {};
}

/** Returns the messages of a payload: one a part, or one with the reason why there are none. */
export async function messagesOf(
  format: Pick<Format, 'name' | 'read'>,
  { login, split, body, at }: { login: Login; split: Split; body: Buffer; at: number },
): Promise<Message[]> {
  const base = { source: format.name, protocol: format.name, receivedAt: new Date(at).toISOString() };
  if (split.error !== null) {
    const unread = { number: login.sn, body: body.subarray(0, maxUnread), decoded: null, error: split.error };
    return [toMessage({ ...base, ...unread })];
  }
  return Promise.all(
    split.parts.map(async (part) => {
      const number = part.number ?? login.sn;
      const profile = await profileOf(format.name, number);
      const { message, more, error } = readPart(format as Format, part, { number, profile, at });
      return toMessage({
        ...base,
        ...{ number, body: part.body, decoded: message, error, topic: part.word },
        ...(more ? { more } : {}),
        ...(part.number !== null ? { gateway: login.id } : {}),
      });
    }),
  );
}

/** Sign of life of a gateway, where one is due. */
function signOfLife(protocol: string, { id, sn, isGateway }: Login, address: string, now: number): Message[] {
  if (!isGateway || !isDue(id, address, now)) return [];
  noteLink(id, address).catch((error: unknown) => log.warn({ err: error }, 'link of a gateway not noted'));
  const empty = { number: sn, body: Buffer.alloc(0), decoded: null, error: null };
  const message = toMessage({ source: protocol, protocol, receivedAt: new Date(now).toISOString(), ...empty });
  return [{ ...message, isSignOfLife: true }];
}

/** Stores messages; false if they are not stored now: they may be sent again. */
export async function stored(
  protocol: string,
  { login, address, messages }: { login: Login; address: string; messages: readonly Message[] },
): Promise<boolean> {
  const open = lanes();
  if (!open || open.paused()) return false;
  for (const sign of signOfLife(protocol, login, address, Date.now())) open.submit(sign).catch(() => undefined);
  try {
    return await settledWithin(Promise.all(messages.map((message) => open.submit(message))), maxWait);
  } catch {
    return false;
  }
}
