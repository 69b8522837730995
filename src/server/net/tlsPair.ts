import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { ConfigError, type TlsFiles } from '#server/core/config.ts';

/** A certificate with its chain and its key. */
export interface Pair {
  /** PEM, the server's certificate first. */
  cert: string;
  key: string;
  /** ms since 1970. */
  expiresAt: number;
  /** SHA-256 of the server's certificate, hex. */
  fingerprint: string;
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`);
  }
}

/** Replaces an OpenSSL error, which helps no operator, by a message that names the cause. */
function orElse<T>(make: () => T, sentence: string): T {
  try {
    return make();
  } catch {
    throw new ConfigError(sentence);
  }
}

/**
 * Reads both files and checks that they match. An expired certificate is accepted: alarms are more important.
 * @throws ConfigError with the variable and the problem
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
