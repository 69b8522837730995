import { expect, test } from 'vitest';
import { hmac, type SignedRequest, verifySignature } from './signature.ts';

const secret = 's3cret';
const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const body = Buffer.from('{"sn":"A1","alarms":["sos"]}');

function signed(changes: Record<string, string> = {}, timestamp = String(now / 1000)): SignedRequest {
  const signature = hmac(secret, timestamp, 'n1', body).toString('hex');
  return { headers: { 'x-timestamp': timestamp, 'x-nonce': 'n1', 'x-signature': signature, ...changes }, body };
}

test('a request signed as names.md says is taken, its nonce handed on', () => {
  expect(verifySignature('hmac', secret, signed(), now)).toEqual({ ok: true, nonce: 'n1' });
});

test('another secret, body, nonce or signature is refused', () => {
  const refused = { ok: false, reason: 'signature' };
  expect(verifySignature('hmac', 'other', signed(), now)).toEqual(refused);
  expect(verifySignature('hmac', secret, { ...signed(), body: Buffer.from('{}') }, now)).toEqual(refused);
  expect(verifySignature('hmac', secret, signed({ 'x-nonce': 'n2' }), now)).toEqual(refused);
  expect(verifySignature('hmac', secret, signed({ 'x-signature': 'zz' }), now)).toEqual(refused);
});

test('clocks may differ by five minutes', () => {
  const at = (seconds: number): SignedRequest => signed({}, String(now / 1000 + seconds));
  expect(verifySignature('hmac', secret, at(300), now).ok).toBe(true);
  expect(verifySignature('hmac', secret, at(-300), now).ok).toBe(true);
  expect(verifySignature('hmac', secret, at(301), now)).toEqual({ ok: false, reason: 'clock' });
  expect(verifySignature('hmac', secret, at(-301), now)).toEqual({ ok: false, reason: 'clock' });
});

test('a missing or impossible header is refused', () => {
  for (const name of ['x-timestamp', 'x-nonce', 'x-signature']) {
    expect(verifySignature('hmac', secret, signed({ [name]: '' }), now)).toEqual({ ok: false, reason: 'missing' });
  }
  expect(verifySignature('hmac', secret, signed({ 'x-timestamp': '1e9' }), now).ok).toBe(false);
});

test('a fixed token is compared whole', () => {
  const request = (token?: string): SignedRequest => ({ headers: {}, token, body });
  expect(verifySignature('token', secret, request(secret), now)).toEqual({ ok: true, nonce: null });
  expect(verifySignature('token', secret, request('s3cre'), now).ok).toBe(false);
  expect(verifySignature('token', secret, request(), now)).toEqual({ ok: false, reason: 'missing' });
});
