import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CertificateFiles, writeCertificate } from '#server/testing/certificate.ts';
import { temporaryFolder } from '#server/testing/folder.ts';
import { readPair } from './tlsPair.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let first: CertificateFiles;
let second: CertificateFiles;
beforeAll(async () => {
  folder = await temporaryFolder();
  [first, second] = [await writeCertificate(folder.path, 'one'), await writeCertificate(folder.path, 'other', -1)];
});
afterAll(() => folder.remove());

test('a certificate and its key are read, also one that has expired: alarms go before it', () => {
  expect(readPair(first)).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(readPair(first).expiresAt).toBeGreaterThan(Date.now());
  expect(readPair(second).expiresAt).toBeLessThan(Date.now());
});

function written(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

test.each<[string, () => { cert: string; key: string }, RegExp]>([
  ['is missing', () => ({ ...first, cert: `${first.cert}.none` }), /^TLS_CERT cannot be read \(ENOENT\)/],
  ['lacks its key', () => ({ ...first, key: folder.path }), /^TLS_KEY cannot be read \(EISDIR\)/],
  ['is none', () => ({ ...first, cert: first.key }), /^TLS_CERT holds no certificate in PEM/],
  ['has no key but a certificate', () => ({ ...first, key: first.cert }), /^TLS_KEY holds no private key/],
  ['has the key of another', () => ({ ...first, key: second.key }), /^TLS_KEY does not belong to the certificate/],
  [
    'has a key with a passphrase',
    () => {
      const key = createPrivateKey(readFileSync(first.key, 'utf8'));
      const locked = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
      return { ...first, key: written('locked.key', String(locked)) };
    },
    /^TLS_KEY holds no private key in PEM without a passphrase/,
  ],
])('one that %s is refused with a line that names the setting', (_, files, sentence) => {
  expect(() => readPair(files())).toThrow(sentence);
});
