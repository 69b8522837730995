import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const name = 'virtual:pdf-files';
const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

/** Folders that the library reads at run time; of the character maps those of mainland China. */
const folders = [
  { to: 'cmaps', from: 'cmaps', only: /^(Adobe-GB1|GB|UniGB)/ },
  { to: 'fonts', from: 'standard_fonts', only: /\.(pfb|ttf)$/ },
  { to: 'decoders', from: 'wasm', only: /_nowasm_fallback\.js$/ },
];

/** Returns the files by their path below the folder of the address. */
const pdfFiles = (): ReadonlyMap<string, string> =>
  new Map(
    folders.flatMap(({ to, from, only }) =>
      readdirSync(join(root, from))
        .filter((file) => only.test(file))
        .map((file) => [`${to}/${file}`, join(root, from, file)] as const),
    ),
  );

/** Serves what pdfjs-dist reads beside its scripts; the module `virtual:pdf-files` has the address of the folder. */
export function pdfAssets(): Plugin {
  const folder = `pdf-${version}`;
  let building = false;
  return {
    name: 'pdf-assets',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => {
      if (id !== `\0${name}`) return undefined;
      const address = building ? `new URL(/* @vite-ignore */ './${folder}/', import.meta.url).href` : `'/@pdf/'`;
      return `export const files = ${address};`;
    },
    configureServer: ({ middlewares }) => {
      const files = pdfFiles();
      middlewares.use('/@pdf', ({ url = '' }, response, next) => {
        const file = files.get(url.slice(1));
        if (!file) return next();
        if (basename(file).endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
        response.end(readFileSync(file));
      });
    },
    generateBundle() {
      for (const [path, file] of pdfFiles())
        this.emitFile({ type: 'asset', fileName: `assets/${folder}/${path}`, source: readFileSync(file) });
    },
  };
}
