import { createHmac, timingSafeEqual } from 'node:crypto';

/** Authentication of a source: `hmac` as in names.md, `token` a fixed secret in the query or a header. */
export type SignatureScheme = 'hmac' | 'token';

/** Allowed clock difference, ms. A nonce must be remembered for twice as long. */
export const clockTolerance = 300_000;

export interface SignedRequest {
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>;
  /** Query parameter `token`, for `token`. */
  token?: string | undefined;
  body: Buffer;
}

export type Verdict = { ok: true; nonce: string | null } | { ok: false; reason: 'missing' | 'clock' | 'signature' };

/**
 * Verifies a push in constant time. `now` in ms. The caller must also refuse a valid `hmac` request with a repeated
 * `nonce`.
 */
export function verifySignature(scheme: SignatureScheme, secret: string, request: SignedRequest, now: number): Verdict {
  return scheme === 'token' ? verifyToken(secret, request) : verifyHmac(secret, request, now);
}

function verifyHmac(secret: string, { headers, body }: SignedRequest, now: number): Verdict {
  const timestamp = single(headers['x-timestamp']);
  const nonce = single(headers['x-nonce']);
  const signature = single(headers['x-signature']);
  if (!/^\d{1,12}$/.test(timestamp) || nonce === '' || nonce.length > 128 || signature === '') {
    return { ok: false, reason: 'missing' };
  }
  if (!same(hmac(secret, timestamp, nonce, body), Buffer.from(signature, 'hex')))
    return { ok: false, reason: 'signature' };
  if (Math.abs(now - Number(timestamp) * 1000) > clockTolerance) return { ok: false, reason: 'clock' };
  return { ok: true, nonce };
}

/** Computes the HMAC-SHA256 over timestamp, nonce and body, one line each. */
export function hmac(secret: string, timestamp: string, nonce: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n`).update(body).digest();
}

function verifyToken(secret: string, { headers, token }: SignedRequest): Verdict {
  const presented = token ?? single(headers['x-token']);
  if (presented === '') return { ok: false, reason: 'missing' };
  // Hashed first: the comparison needs equal lengths and must not reveal the secret's.
  const digest = (text: string): Buffer => createHmac('sha256', 'token').update(text).digest();
  return same(digest(secret), digest(presented)) ? { ok: true, nonce: null } : { ok: false, reason: 'signature' };
}

function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header.trim() : '';
}

function same(expected: Buffer, actual: Buffer): boolean {
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
