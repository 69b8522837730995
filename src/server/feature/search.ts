import { createRequire } from 'node:module';

/** Loads pinyin-pro at the first name: its dictionaries take 12 MB. */
const load = createRequire(import.meta.url);

/**
 * Returns all substrings of one and two characters in lower case: the index for a search of any length (design.md,
 * search).
 */
export function gramsOf(text: string): string[] {
  const grams = new Set<string>();
  const signs = [...text.toLowerCase().replace(/\s+/g, '')];
  for (const [index, sign] of signs.entries()) {
    grams.add(sign);
    const next = signs[index + 1];
    if (next) grams.add(sign + next);
  }
  return [...grams];
}

/** Returns the search columns of a name: pinyin (surname reading), initials, and grams of name and initials. */
export function searchColumns(name: string): { pinyin: string; initials: string; grams: string[] } {
  const { pinyin } = load('pinyin-pro') as typeof import('pinyin-pro');
  const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'consecutive' });
  const initials = syllables
    .map((syllable) => syllable[0] ?? '')
    .join('')
    .toLowerCase();
  return {
    pinyin: syllables.join(' ').toLowerCase(),
    initials,
    grams: [...new Set([...gramsOf(name), ...gramsOf(initials)])],
  };
}
