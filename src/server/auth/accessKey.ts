import { randomBytes } from 'node:crypto';
import { subscriberOf } from '#server/core/addressRange.ts';
import { secretHash } from '#server/core/crypto.ts';
import { Problem } from '#server/core/problem.ts';
import { type Bearer, type KeyKind, keyViewer, type Viewer } from '#server/core/viewer.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { FailureLimiter } from '#server/net/failureLimiter.ts';
import { rateLimiter } from '#server/net/rateLimiter.ts';
import type { Permission } from '#shared/endpoint.ts';

/** Bearer of a valid key, and the id of that key. */
export interface KeyBearer extends Bearer {
  keyId: string;
}

/** Keys of one kind: an item of a feature's extension `accessKeys`. */
export interface AccessKeys {
  kind: KeyKind;
  /**
   * Returns the bearer of a key by its hash and notes its use; null if the key is unknown, expired or withdrawn, its
   * bearer disabled, or the address not allowed.
   */
  bearerOf(hash: Buffer, ip: string): Promise<KeyBearer | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    accessKeys: AccessKeys;
  }
}

/** Where the endpoints of a kind are; a key opens nothing outside. */
const places: Record<KeyKind, string> = { family: '/api/family/', display: '/api/wall/' };

/** Returns the kind of key that a permission asks for; null for any other permission. */
export function keyKindOf(permission: Permission | undefined): KeyKind | null {
  return permission === 'family' || permission === 'display' ? permission : null;
}

/** Throws for an endpoint of a key outside its place: it stops the start. */
export function requireKeyPlace(permission: Permission | undefined, path: string): void {
  const kind = keyKindOf(permission);
  if (kind && !path.startsWith(places[kind]))
    throw new Error(`${path} has the permission ${kind} outside ${places[kind]}`);
}

/** Returns a new key and what is stored of it. */
export function newAccessKey(): { key: string; hash: Buffer } {
  const key = randomBytes(32).toString('base64url');
  return { key, hash: secretHash(key) };
}

const keyForm = /^[A-Za-z0-9_-]{43}$/;

/** Calls per key and minute. */
const canCall = rateLimiter(120, 60_000);
/** Wrong keys per address and minute. */
const wrongKeys = new FailureLimiter(20, 60_000);

/** Maximum number of keys in `known`. */
const maxKnown = 10_000;
/**
 * Hashes of the keys that were valid last: an address with too many wrong keys (an old wall that asks on behind the
 * same router) does not shut them out.
 */
const known = new Set<string>();

function remember(name: string): void {
  known.delete(name);
  known.add(name);
  const [oldest] = known;
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
}

function tooMany(): Problem {
  return new Problem(429, '请求太频繁，请稍后再试');
}

/** Returns the bearer of a key; null for a wrong key, 429 where its address had too many. */
async function bearerOfKey(kind: KeyKind, key: string, ip: string): Promise<KeyBearer | null> {
  const hash = secretHash(key);
  const name = `${kind}:${hash.toString('base64')}`;
  const find = async () => {
    const keys = (await extensionsOf('accessKeys')).find(({ extension }) => extension.kind === kind);
    return keyForm.test(key) ? ((await keys?.extension.bearerOf(hash, ip)) ?? null) : null;
  };
  const bearer = (known.has(name) && (await find())) || (await wrongKeys.judge(subscriberOf(ip), find));
  if (bearer && bearer !== 'limited') remember(name);
  else known.delete(name);
  if (bearer === 'limited') throw tooMany();
  return bearer;
}

/**
 * Returns the viewer of a key. 401, the same for every key that opens nothing; 429 above the calls of a key or the wrong
 * keys of an address.
 */
export async function viewerOfKey(kind: KeyKind, key: string, traceId: string, ip: string): Promise<Viewer> {
  const bearer = await bearerOfKey(kind, key, ip);
  if (!bearer) throw new Problem(401, '密钥无效或已失效');
  if (!canCall(`${kind}:${bearer.keyId}`)) throw tooMany();
  return keyViewer(kind, bearer, traceId, ip);
}
