import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Street } from '#shared/contract/region.ts';

/** File written by script/streets.mjs, which documents its content. */
const file = new URL('./streets.txt.br', import.meta.url);

async function read(): Promise<Map<string, string>> {
  const text = (await promisify(brotliDecompress)(await readFile(file))).toString();
  return new Map(text.split('\n').map((line) => [line.slice(0, 6), line]));
}

let counties: Promise<Map<string, string>> | undefined;

/** Returns the streets and towns of a county (6 digits), as of 2023; none if unknown. Loaded at first use. */
export async function streetsOf(county: string): Promise<Street[]> {
  counties ??= read();
  const [, ...streets] = (await counties).get(county)?.split('\t') ?? [];
  return streets.map((street) => ({ code: county + street.slice(0, 3), name: street.slice(3) }));
}
