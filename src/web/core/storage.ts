// core: modules without dependencies on the product: storage, clock, loading, theme.

/** Lifetime of an entry of the local storage in seconds: 7 days (specification section 9). */
export const ttlSeconds = 604_800;

interface Entry {
  value: unknown;
  /** Expiry in milliseconds since 1970; the entry then counts as absent. */
  until: number;
}

/**
 * Reads an entry of the local storage.
 * @returns undefined if it is absent, expired, or not ours
 */
export function readLocal<T>(key: string, now = Date.now()): T | undefined {
  const entry = parse(localStorage.getItem(key)) as Entry | undefined;
  if (!entry || typeof entry.until !== 'number') return undefined;
  if (entry.until > now) return entry.value as T;
  localStorage.removeItem(key);
  return undefined;
}

/** Writes an entry of the local storage with a lifetime of `seconds`. */
export function writeLocal(key: string, value: unknown, seconds = ttlSeconds, now = Date.now()): void {
  const entry: Entry = { value, until: now + seconds * 1000 };
  keep(localStorage, key, entry);
}

/** Deletes entries of the local storage. */
export function dropLocal(...keys: string[]): void {
  for (const key of keys) localStorage.removeItem(key);
}

/** Reads an entry that lives as long as the browser tab. */
export function readTab<T>(key: string): T | undefined {
  return parse(sessionStorage.getItem(key)) as T | undefined;
}

/** Writes an entry that lives as long as the browser tab. */
export function writeTab(key: string, value: unknown): void {
  keep(sessionStorage, key, value);
}

/** Deletes an entry of the browser tab. */
export function dropTab(key: string): void {
  sessionStorage.removeItem(key);
}

/** Deletes all entries of the browser tab with this key prefix. */
export function dropTabs(prefix: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes an entry; a full or forbidden storage must not break the page. */
function keep(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    storage.removeItem(key);
  }
}
