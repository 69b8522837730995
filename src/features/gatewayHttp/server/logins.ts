import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { secretHash } from '#server/core/crypto.ts';
import { db } from '#server/db/db.ts';
import type { DeviceLogin } from '#server/ingest/gateway/deviceLogin.ts';
import { FailureLimiter } from '#server/net/failureLimiter.ts';

/** Maximum wrong secrets a minute: per device and address, and per address. */
const wrongOfDevice = new FailureLimiter(10, 60_000);
const wrongOfAddress = new FailureLimiter(300, 60_000);

/** Longest SN or secret that is looked up. */
const maxText = 128;

/** Compared with the secret where there is no device, so that both take the same time. */
const nobody = secretHash('');

type Found = Omit<DeviceLogin, 'names' | 'baseTopic'>;

const columns = sql`e.id::text, e.sn, m.protocol, m.kind = 'gateway' as "isGateway", coalesce(g.may_create, false) as "mayCreate", e.secret_hash as proof
  from equipment e join model m on m.id = e.model_id left join gateway g on g.id = e.id where e.deleted_at is null and e.secret_hash is not null`;

function proven(row: Found | undefined, hash: Buffer): DeviceLogin | null {
  const isRight = timingSafeEqual(row?.proof ?? nobody, hash);
  return row && isRight ? { ...row, baseTopic: '', names: [] } : null;
}

/** Returns the gateway of the protocol with this SN and secret, or null. */
export async function gatewayBySecret(protocol: string, sn: string, secret: string): Promise<DeviceLogin | null> {
  if (secret === '' || secret.length > maxText || sn.length > maxText) return null;
  const row = await db.row(sql<Found>`
    select ${columns} and e.sn = ${sn} and m.protocol = ${protocol} and m.kind = 'gateway'`);
  return proven(row, secretHash(secret));
}

/** Returns the ThingsBoard device with this token, or null. */
export async function deviceByToken(token: string): Promise<DeviceLogin | null> {
  if (token === '' || token.length > maxText) return null;
  const hash = secretHash(token);
  const row = await db.row(sql<Found>`
    select ${columns} and e.secret_hash = ${hash} and m.protocol = 'thingsboard'`);
  return proven(row, hash);
}

/**
 * Proves a login within the limits of wrong tries.
 * @param whose what is tried: an SN, or the hash of a token
 */
export async function admitted(
  { ip }: Pick<FastifyRequest, 'ip'>,
  whose: string,
  prove: () => Promise<DeviceLogin | null>,
): Promise<DeviceLogin | null | 'limited'> {
  const limited = { limited: true } as const;
  const login = await wrongOfAddress.judge(ip, async () => {
    const result = await wrongOfDevice.judge(`${ip} ${whose}`, prove);
    // A limited attempt is no failure of the address: one device with an old secret does not lock out its neighbours.
    return result === 'limited' ? limited : result;
  });
  return login && login !== 'limited' && 'limited' in login ? 'limited' : login;
}

/** Returns the secret of a request: `X-Token`, `Authorization: Bearer` or `?token=`; '' without one. */
export function secretOf({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): string {
  const { 'x-token': header, authorization } = headers;
  if (typeof header === 'string' && header !== '') return header;
  const [, bearer] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  const { token } = query as { token?: unknown };
  return bearer ?? (typeof token === 'string' ? token : '');
}
