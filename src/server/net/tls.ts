// net: what stands between the network and any listener: TLS, addresses, proxies, too many tries.

import { unwatchFile, watchFile } from 'node:fs';
import type { SecureContextOptions, Server } from 'node:tls';
import { Gauge } from 'prom-client';
import type { TlsFiles } from '#server/core/config.ts';
import { log } from '#server/core/log.ts';
import { type Pair, readPair } from './tlsPair.ts';

/** Between two looks at the files, ms. Two that are written one after the other are read together. */
const pollMs = 2000;

/** The pair in use, and the servers that go on with the next one. */
export interface Tls {
  /** What a server begins with. */
  options(): SecureContextOptions;
  /** New connections of the server get each later pair; open ones stay as they are. */
  follow(server: Pick<Server, 'setSecureContext'>): void;
  close(): void;
}

let current: Pair | undefined;

new Gauge({
  name: 'anhao_tls_expires_seconds',
  help: 'when the certificate ends, seconds since 1970; 0 without TLS',
  collect() {
    this.set(Math.floor((current?.expiresAt ?? 0) / 1000));
  },
});

function optionsOf({ cert, key }: Pair): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2', honorCipherOrder: true };
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The pair that is good to take now; null when the one in use is better. */
function nextPair(files: TlsFiles, used: Pair): Pair | null {
  try {
    const next = readPair(files);
    if (next.cert === used.cert && next.key === used.key) return null;
    if (next.expiresAt > Date.now() || used.expiresAt <= Date.now()) return next;
    throw new Error(`it ended on ${day(next.expiresAt)}`);
  } catch (error) {
    log.error({ reason: (error as Error).message }, 'new certificate not taken, the one before stays');
    return null;
  }
}

/**
 * Reads the certificate and goes on with another one as soon as both files have changed to it; a half or wrong one is told in
 * the log and leaves the one before in use.
 * @throws ConfigError when it cannot be used from the beginning
 */
export function openTls(files: TlsFiles, every = pollMs): Tls {
  let used = readPair(files);
  current = used;
  if (used.expiresAt <= Date.now()) log.error({ ended: day(used.expiresAt) }, 'the certificate has expired');
  const servers = new Set<Pick<Server, 'setSecureContext'>>();
  let waiting: NodeJS.Timeout | undefined;
  const reload = () => {
    const next = nextPair(files, used);
    if (!next) return;
    used = next;
    current = next;
    for (const server of servers) server.setSecureContext(optionsOf(next));
    log.info({ ends: day(next.expiresAt), fingerprint: next.fingerprint }, 'new certificate in use');
  };
  const changed = () => {
    clearTimeout(waiting);
    waiting = setTimeout(reload, every / 4).unref();
  };
  for (const path of [files.cert, files.key]) watchFile(path, { interval: every, persistent: false }, changed);
  return {
    options: () => optionsOf(used),
    follow: (server) => {
      servers.add(server);
    },
    close: () => {
      clearTimeout(waiting);
      for (const path of [files.cert, files.key]) unwatchFile(path, changed);
      current = undefined;
    },
  };
}
