import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLabel } from '#server/testing/label.ts';

test('scheduled work is entered in the log under a Chinese title', () => {
  const works = globSync('src/{server,features}/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const named = /^const title = '(.*)';$/m.exec(text)?.[1];
    return [...text.matchAll(/(?<![.\w])every\(\s*'([\w.]+)',\s*(?:'([^']*)'|(title))?/g)].map(
      ([, name, title, constant]) => ({ name, title: constant ? named : title }),
    );
  });
  expect(works.length).toBeGreaterThan(40);
  expect(works.filter(({ title }) => !isLabel(title))).toEqual([]);
});
