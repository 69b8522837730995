// net: the layer between network and listeners: TLS, addresses, proxies, rate limits, outbound requests.

import { unwatchFile, watchFile } from 'node:fs';
import type { SecureContextOptions, Server } from 'node:tls';
import { Gauge } from 'prom-client';
import type { TlsFiles } from '#server/core/config.ts';
import { log } from '#server/core/log.ts';
import { type Pair, readPair } from './tlsPair.ts';

/** Poll interval of the certificate files, ms. Two files written in sequence are read together. */
const pollMs = 2000;

/** The current certificate and the servers that follow its changes. */
export interface Tls {
  /** Returns the initial options of a server. */
  options(): SecureContextOptions;
  /** Adds a server: new connections get each later certificate; open ones do not change. */
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

/** Returns the pair to switch to; null if the current one is better. */
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
 * Loads the certificate and reloads it when both files have changed; an incomplete or invalid pair is logged and the
 * current one stays.
 * @throws ConfigError if the first load fails
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
