import type { AttributeRequest, FormatReply } from '../format.ts';
import { finite } from '../reading.ts';

/** Maximum keys of one request: as many as a device may have. */
const maxKeys = 200;

/** Answers to requests of devices for a remote procedure (protocols.md P7). */
const procedures: Readonly<Record<string, (at: number) => unknown>> = {
  getSessionLimits: () => ({ maxPayloadSize: 2_000_000, maxInflightMessages: 32, rateLimits: {} }),
  getCurrentTime: (at) => at,
};

/** Returns the result of a procedure that a device calls. */
function resultOf(method: unknown, at: number): unknown {
  const procedure = typeof method === 'string' && Object.hasOwn(procedures, method) ? procedures[method] : undefined;
  return procedure ? procedure(at) : { error: 'unsupported' };
}

export function procedureReply(method: unknown, id: string, at: number): FormatReply {
  return { topic: `v1/devices/me/rpc/response/${id}`, payload: JSON.stringify(resultOf(method, at)) };
}

/** Returns the keys of a list with commas; undefined if there is none. */
function keysIn(list: unknown): string[] | undefined {
  if (typeof list !== 'string') return undefined;
  const keys = list.split(',').map((key) => key.trim());
  return keys.filter((key) => key !== '').slice(0, maxKeys);
}

/** Returns which attributes a device asks for: those that it names, all if it names none. */
function sidesOf({ clientKeys, sharedKeys }: Record<string, unknown>): Pick<AttributeRequest, 'client' | 'shared'> {
  const [client, shared] = [keysIn(clientKeys), keysIn(sharedKeys)];
  return client || shared ? { client: client ?? [], shared: shared ?? [] } : { client: null, shared: null };
}

type Stored = Parameters<AttributeRequest['answer']>[0];

/** Returns the attributes of the sides that were asked for. */
function attributesOf({ client, shared }: Pick<AttributeRequest, 'client' | 'shared'>, stored: Stored): object {
  const isAsked = (keys: readonly string[] | null) => keys === null || keys.length > 0;
  return {
    ...(isAsked(client) ? { client: stored.client } : {}),
    ...(isAsked(shared) ? { shared: stored.shared } : {}),
  };
}

/** Reads a device's request for its own attributes. */
export function ownRequest(body: Record<string, unknown>, id: string): AttributeRequest {
  const sides = sidesOf(body);
  const topic = `v1/devices/me/attributes/response/${id}`;
  return {
    number: null,
    ...sides,
    answer: (stored) => ({ topic, payload: JSON.stringify(attributesOf(sides, stored)) }),
  };
}

/** Reads a gateway's request for attributes of a child: `{id, device, client, key | keys}`; null if it is none. */
export function childRequest({ id, device, client, key, keys }: Record<string, unknown>): AttributeRequest | null {
  const isAskable = typeof device === 'string' && device !== '' && finite(id) !== null;
  if (!isAskable) return null;
  const one = typeof key === 'string' && key !== '' ? key : null;
  const list = Array.isArray(keys) ? keys.filter((item) => typeof item === 'string').slice(0, maxKeys) : keysIn(keys);
  const names = one === null ? (list ?? null) : [one];
  const isClient = client === true || client === 'true';
  return {
    number: device,
    client: isClient ? names : [],
    shared: isClient ? [] : names,
    answer: (stored) => {
      const values = isClient ? stored.client : stored.shared;
      const single = one !== null && Object.hasOwn(values, one) ? { value: values[one] } : {};
      const payload = { id, device, ...(one === null ? { values } : single) };
      return { topic: 'v1/gateway/attributes/response', payload: JSON.stringify(payload) };
    },
  };
}
