import { createRequire } from 'node:module';

/** Its dictionaries, 12 MB, are loaded with the first name. */
const load = createRequire(import.meta.url);

/** Every run of one and two characters, lower case: what a search of any length is narrowed by (design.md, search). */
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

/** Search columns of a name, written by the same statement: pinyin (surname reading), initials and grams of name and initials. */
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

/** A text for `like` with its special signs made plain. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
