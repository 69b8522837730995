import type { Plugin } from 'vite';
import { countries, divisions, entry, provinces } from './boundaries.ts';

const name = 'virtual:boundaries';

/** Emits the map's boundaries as separate files, one per province, for the module `virtual:boundaries`. */
export function boundaries(): Plugin {
  let building = false;
  return {
    name: 'boundaries',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const address = (file: string, content: object): string => {
        const source = JSON.stringify(content);
        if (!building) return JSON.stringify(`data:application/json,${encodeURIComponent(source)}`);
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `map-${file}.json`, source })}`;
      };
      const entries = [...divisions()].map(
        ([code, boundaryFile]) =>
          `{ ...${JSON.stringify(entry(code, boundaryFile))}, address: ${address(`divisions-${code}`, boundaryFile)} }`,
      );
      return [
        `export const countries = ${address('countries', countries())};`,
        `export const provinces = ${address('provinces', provinces())};`,
        `export const divisions = [${entries.join(',\n')}];`,
      ].join('\n');
    },
  };
}
