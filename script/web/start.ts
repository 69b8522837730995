import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const name = 'virtual:screen-files';
const features = join(import.meta.dirname, '../../src/features');

/**
 * Maps routes to screen files in the module `virtual:screen-files`, read from the contracts: the page's first file
 * starts loading the screen before the contracts are loaded.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const files: Record<string, string> = {};
      // A feature without screens and endpoints, such as ingest, has no contract.
      for (const file of globSync(join(features, '*/contract.ts')).sort()) {
        const folder = basename(dirname(file));
        const { feature } = await import(pathToFileURL(file).href);
        this.addWatchFile(file);
        for (const { path, component } of feature?.screens ?? [])
          if (component) files[path] = `../../features/${folder}/web/${component}.tsx`;
      }
      return `export const screenFiles = ${JSON.stringify(files)};`;
    },
  };
}

/** Preloads the application in parallel with the first file, which otherwise loads it only when it runs. */
export function startTogether(): Plugin {
  return {
    name: 'start-together',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const app = Object.values(bundle).find(
          (chunk) =>
            chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith('src/web/boot/application.tsx')),
        );
        if (app?.type !== 'chunk') throw new Error('the build has no chunk of application.tsx');
        const files = new Set<string>();
        const styles = new Set<string>();
        const collect = (file: string): void => {
          const chunk = bundle[file];
          if (files.has(file) || chunk?.type !== 'chunk') return;
          files.add(file);
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
          for (const imported of chunk.imports) collect(imported);
        };
        collect(app.fileName);
        return [
          ...[...files]
            .filter((file) => !html.includes(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
              injectTo: 'head' as const,
            })),
          ...[...styles].map((file) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          })),
        ];
      },
    },
  };
}

/** Fails a build in which the first screen or the warns would load parts for lists and forms only, a third of all. */
export function firstWithoutLists(): Plugin {
  return {
    name: 'first-without-lists',
    apply: 'build',
    generateBundle(_, bundle) {
      const reaches = (file: string, seen = new Set<string>()): boolean => {
        const chunk = bundle[file];
        if (seen.has(file) || chunk?.type !== 'chunk') return false;
        seen.add(file);
        return chunk.name === 'lists' || chunk.imports.some((imported) => reaches(imported, seen));
      };
      for (const chunk of Object.values(bundle))
        if (
          chunk.type === 'chunk' &&
          /\/(HomeScreen|SosScreen|Desk|PhoneSos)\.tsx$/.test(chunk.facadeModuleId ?? '') &&
          reaches(chunk.fileName)
        )
          throw new Error(`${chunk.name} loads the chunk of the lists: see script/web/chunks.ts`);
    },
  };
}
