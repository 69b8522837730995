import type { WarnCustomer } from '#features/warn/web/service.ts';

/** Returns how to enter the home: who has a key, then the entry note. */
export function entryLines(keyHolder: string | null, customer: WarnCustomer | null): string[] {
  const holder = keyHolder === null || keyHolder.includes('钥匙') ? keyHolder : `${keyHolder} 有钥匙`;
  return [holder, customer?.entryNote ?? null].filter((line): line is string => line !== null && line !== '');
}
