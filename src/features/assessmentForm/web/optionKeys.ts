import type { ScaleOption } from '#shared/scale/definition.ts';

/** Returns the letter of a place: a, b, … */
const letterOf = (place: number) => String.fromCharCode(97 + (place % 26));

/** Codes that already are points, with a letter where two options share them. */
function codesAsKeys(options: readonly ScaleOption[]): string[] | undefined {
  const fits = options.every(({ code, points }) => /^\d+[a-z]?$/.test(code) && Number.parseInt(code, 10) === points);
  return fits ? options.map(({ code }) => code) : undefined;
}

/** Points, with a letter where options share them. */
function pointsAsKeys(options: readonly ScaleOption[]): string[] | undefined {
  if (!options.every(({ points }) => Number.isInteger(points) && points >= 0)) return undefined;
  const sharing = Map.groupBy(options, ({ points }) => points);
  return options.map((option) => {
    const group = sharing.get(option.points) ?? [];
    return `${option.points}${group.length > 1 ? letterOf(group.indexOf(option)) : ''}`;
  });
}

/**
 * Returns the keys that choose each option: its points (`4`, `15`), with a letter where options share them (`0a`); the
 * position from 1 where points are negative or broken. No two options have the same keys.
 */
export function optionKeys(options: readonly ScaleOption[]): string[] {
  const keys = codesAsKeys(options) ?? pointsAsKeys(options);
  if (keys && new Set(keys).size === keys.length) return keys;
  return options.map((_, place) => String(place + 1));
}

/** What a key does: it chooses an option, or marks those that the next key decides between. */
export type Press = { chosen: number } | { typed: string; marked: readonly number[] } | undefined;

/**
 * Applies a key to what is typed already. Keys that fit no option are a new beginning, or nothing. `Enter` chooses the
 * option whose keys are typed in full while longer ones begin alike (1 and 10).
 *
 * @param keys of `optionKeys`
 */
export function press(keys: readonly string[], typed: string, key: string): Press {
  if (key === 'Enter') {
    const exact = keys.indexOf(typed);
    return exact < 0 ? undefined : { chosen: exact };
  }
  const next = typed + key.toLowerCase();
  const marked = keys.flatMap((each, place) => (each.startsWith(next) ? [place] : []));
  const [first] = marked;
  if (first === undefined) return typed === '' ? undefined : press(keys, '', key);
  return marked.length === 1 ? { chosen: first } : { typed: next, marked };
}

/** Returns the keys that may follow what is typed. */
export function nextKeys(keys: readonly string[], typed: string): string[] {
  const next = keys.flatMap((each) => (each.startsWith(typed) ? (each[typed.length] ?? 'Enter') : []));
  return [...new Set(next)];
}
