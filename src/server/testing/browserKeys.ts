import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { Subscription } from '#server/webPush/subscriptions.ts';

/** Test browser that decrypts push messages encrypted for it. */
export interface TestBrowser {
  subscription: Subscription;
  /** Decrypts an aes128gcm body (RFC 8188 and 8291). Throws if it was not encrypted for this browser. */
  open(body: Buffer): string;
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Creates a test browser with its keys and this endpoint. */
export function aBrowser(endpoint: string): TestBrowser {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    open(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + (body[20] ?? 0));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(pair.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const record = body.subarray(21 + sender.length);
      const opened = createDecipheriv('aes-128-gcm', key, nonce);
      opened.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
      // The last record ends with the byte 2 and zeros.
      return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
    },
  };
}

/**
 * Verifies the signature in the `Authorization` header of a push and returns its claims: `vapid t=<JWT>, k=<public
 * key>`.
 */
export function vapidClaims(header: string): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33, 65),
  };
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('the signature is wrong');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>, key };
}
