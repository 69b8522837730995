import { sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { readScreens } from './start.ts';

type Bundle = Rolldown.OutputBundle;

/**
 * Maximum size of the scripts of a screen beyond those of the login page, bytes before compression, without the map:
 * about 270 of the 300 kB of `bench/pages.ts`, which also counts styles and calls.
 */
const maxScreen = 890_000;

/** Fails a build in which the first screen, the warns or the line above all screens load parts for lists and forms only. */
export function firstWithoutLists(): Plugin {
  return {
    name: 'first-without-lists',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const chunk of chunksOf(bundle))
        if (
          /\/(HomeScreen|SosScreen|Desk|PhoneSos|StaffingBar)\.tsx$/.test(chunk.facadeModuleId ?? '') &&
          withImports(bundle, chunk).some(({ name }) => name === 'lists')
        )
          throw new Error(`${chunk.name} loads the chunk of the lists: see script/web/chunks.ts`);
    },
  };
}

/** Fails a build in which the scripts of a screen are larger than `maxScreen`. */
export function lightScreens(): Plugin {
  return {
    name: 'light-screens',
    apply: 'build',
    async generateBundle(_, bundle) {
      const screens = await readScreens();
      const files = screens.flatMap(({ feature, component }) =>
        component ? [`/src/features/${feature}/web/${component}.tsx`] : [],
      );
      const loadedFor = (file: string) =>
        chunksOf(bundle)
          .filter(({ moduleIds }) => moduleIds.some((id) => id.replaceAll(sep, '/').endsWith(file)))
          .flatMap((chunk) => withImports(bundle, chunk));
      const login = new Set([...loadedFor('src/web/index.html'), ...loadedFor('src/web/boot/application.tsx')]);
      const shell = loadedFor('src/web/shell/Shell.tsx');
      for (const file of files) {
        const extra = new Set([...shell, ...loadedFor(file)].filter((chunk) => !login.has(chunk) && !isMap(chunk)));
        const size = [...extra].reduce((sum, { code }) => sum + code.length, 0);
        if (size <= maxScreen) continue;
        const chunks = [...extra].sort((a, b) => b.code.length - a.code.length);
        const names = chunks.slice(0, 8).map(({ name, code }) => `${name} ${code.length}`);
        throw new Error(`${file} loads ${size} bytes of scripts, ${maxScreen} at most: ${names.join(', ')}`);
      }
    },
  };
}

const isMap = ({ name }: Rolldown.OutputChunk) => /^(map|MapView|maplibre)/.test(name);

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((chunk) => chunk.type === 'chunk');

/** Returns a chunk and those that it imports, directly or through others. */
function withImports(bundle: Bundle, chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const reached = new Set<Rolldown.OutputChunk>();
  const collect = (one: Bundle[string] | undefined): void => {
    if (one?.type !== 'chunk' || reached.has(one)) return;
    reached.add(one);
    for (const imported of one.imports) collect(bundle[imported]);
  };
  collect(chunk);
  return [...reached];
}
