import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const lines = [...page.matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\* (.+)$/gm)].map(([, id = '', text = '']) => ({ id, text }));

/** Matches a file of the checkout, or a test title of the last file named. */
const named = /`((?:src|test|script|migrations|docs|bench|\.ci)\/[^`]+|[A-Z]+\.md|package(?:-lock)?\.json)`|“([^”]+)”/g;

function textOf(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

/** Number of level 1 and 2 requirements at the beginning of each section of OWASP ASVS 5.0.0. */
const sections: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1, '3.2': 2, '3.3': 4 },
  ...{ '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4, '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5 },
  ...{
    '7.5': 2,
    '7.6': 2,
    '8.1': 2,
    '8.2': 3,
    '8.3': 1,
    '8.4': 1,
    '9.1': 3,
    '9.2': 4,
    '10.1': 2,
    '10.2': 2,
    '10.3': 4,
  },
  ...{ '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4 },
  '17.3': 2,
};

test('every requirement of level 1 and 2 has its line, and says met, partly, not met or does not apply', () => {
  const requiredIds = Object.entries(sections).flatMap(([section, most]) =>
    Array.from({ length: most }, (_, index) => `${section}.${index + 1}`),
  );
  expect(lines.map(({ id }) => id).sort()).toEqual(requiredIds.sort());
  const unsaid = lines.filter(({ text }) => !/ \*(Met|Partly|Not met|Does not apply)\*[:.]/.test(text));
  expect(unsaid).toEqual([]);
});

test('whatever is met, in part or whole, names where; every file named is there, and holds the tests named after it', () => {
  const wrong: string[] = [];
  for (const { id, text } of lines)
    if (/\*(Met|Partly)\*/.test(text) && !/`[^`]*\/[^`]*`/.test(text) && !text.includes('](#'))
      wrong.push(`${id} names no place`);
  let file = '';
  for (const [, path, name] of page.matchAll(named)) {
    if (path !== undefined) {
      if (!existsSync(join(root, path))) wrong.push(`${path} is not there`);
      file = path;
    } else if (!textOf(file).includes(name ?? '')) wrong.push(`${file} has no test “${name}”`);
  }
  expect(wrong).toEqual([]);
});
