import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'tailwindcss';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const read = (pattern: string) =>
  globSync(pattern, { cwd: SRC }).map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

const sheets = read('**/*.css').map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\//g, '') }));
const code = read('**/*.{ts,tsx,html}')
  .map(({ text }) => text)
  .join('\n');

/** Classes of packages' elements. */
const foreign = /^(ant-|maplibregl-|ProseMirror)/;

/** Returns class names in the selectors of a style sheet. */
function classesOf(text: string): string[] {
  const selectors = text.replace(/\{[^{}]*\}/g, ' ').replace(/@[^{;]*[{;]/g, ' ');
  return [...new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name))];
}

/** Classes that a style sheet defines: each is the whole selector of a rule. */
const ownClasses = sheets
  .flatMap(({ text }) => [...text.matchAll(/(?<=^|[,{}])\s*\.([A-Za-z][\w-]*)\s*(?=[,{])/gm)])
  .map(([, name = '']) => name);

/** Returns whether a source contains the name, whole or as the start of a template: `level${level}`. */
function isNamed(name: string): boolean {
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code)) return true;
  const beginnings = Array.from(name, (_, index) => name.slice(0, index + 1));
  return beginnings.some(
    (beginning) => code.includes(`${beginning}\${`) && /[-\d]/.test(name.slice(beginning.length - 1)),
  );
}

test('no class of a style sheet is without an element', () => {
  const dead = sheets.flatMap(({ path, text }) =>
    classesOf(text)
      .filter((name) => !foreign.test(name) && !isNamed(name))
      .map((name) => `${path}: .${name}`),
  );
  expect(dead).toEqual([]);
});

test('no class that a style sheet defines has the name of a utility', async () => {
  const utilities = sheets.find(({ path }) => path === 'web/ui/tailwind.css')?.text ?? '';
  const loadStylesheet = async () => ({ path: '', base: '', content: '@tailwind utilities;' });
  const tailwind = await compile(utilities, { loadStylesheet });
  const built = classesOf(tailwind.build(ownClasses));
  expect(ownClasses.filter((name) => built.includes(name))).toEqual([]);
});
