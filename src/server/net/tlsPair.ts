import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError, type TlsFiles } from '#server/core/config.ts';

/** A certificate with its chain, and the key that belongs to it. */
export interface Pair {
  /** PEM, the server's own certificate first. */
  cert: string;
  key: string;
  /** ms since 1970. */
  expiresAt: number;
  /** SHA-256 of the server's own certificate, hex. */
  fingerprint: string;
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`);
  }
}

/** What OpenSSL says is of no use to a reader: the sentence says what to look at. */
function orElse<T>(make: () => T, sentence: string): T {
  try {
    return make();
  } catch {
    throw new ConfigError(sentence);
  }
}

/**
 * Reads both files and sees that they belong together. One that has expired is taken: alarms go before it.
 * @throws ConfigError that names the variable and says what is wrong
 */
export function readPair(files: TlsFiles): Pair {
  const cert = read('TLS_CERT', files.cert);
  const key = read('TLS_KEY', files.key);
  const certificate = orElse(() => new X509Certificate(cert), `TLS_CERT holds no certificate in PEM: ${files.cert}`);
  const secret = orElse(
    () => createPrivateKey(key),
    `TLS_KEY holds no private key in PEM without a passphrase: ${files.key}`,
  );
  if (!certificate.checkPrivateKey(secret))
    throw new ConfigError('TLS_KEY does not belong to the certificate in TLS_CERT');
  orElse(() => createSecureContext({ cert, key }), `TLS_CERT has a chain that cannot be used: ${files.cert}`);
  const fingerprint = createHash('sha256').update(certificate.raw).digest('hex');
  return { cert, key, expiresAt: certificate.validToDate.getTime(), fingerprint };
}
