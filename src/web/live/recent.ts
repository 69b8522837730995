/** Remembers the last `limit` keys; `isNew` returns true once per key. */
export function recentKeys(limit: number): { isNew: (key: string) => boolean; clear: () => void } {
  const seen = new Set<string>();
  return {
    isNew(key) {
      if (seen.has(key)) return false;
      seen.add(key);
      if (seen.size > limit) {
        const oldest = seen.values().next().value;
        if (oldest !== undefined) seen.delete(oldest);
      }
      return true;
    },
    clear: () => seen.clear(),
  };
}
