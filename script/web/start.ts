import { globSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Feature } from '../../src/shared/feature.ts';

const features = join(import.meta.dirname, '../../src/features');

/**
 * Reads the screens from the contracts for two modules: `virtual:screens` has all their data, without the calls, which
 * a page loads with the screens that use them; `virtual:screen-files` maps routes to screen files, so that the page's
 * first file starts loading the screen before the shell is loaded.
 */
export function screenModules(): Plugin {
  return {
    name: 'screen-modules',
    resolveId: (id) => (/^virtual:screen(s|-files)$/.test(id) ? `\0${id}` : undefined),
    async load(id) {
      if (!/^\0virtual:screen(s|-files)$/.test(id)) return undefined;
      for (const contract of contracts()) this.addWatchFile(contract);
      const screens = await readScreens();
      if (id.endsWith('screens')) return `export const screens = ${JSON.stringify(screens)};`;
      const files = screens.flatMap(({ path, feature, component }) =>
        component ? [[path, `../../features/${feature}/web/${component}.tsx`]] : [],
      );
      return `export const screenFiles = ${JSON.stringify(Object.fromEntries(files))};`;
    },
  };
}

const contracts = () => globSync(join(features, '*/contract.ts')).sort();

/** Returns the screens of all contracts with the folders of their features. */
export async function readScreens() {
  return (await Promise.all(contracts().map(screensIn))).flat();
}

/** Returns the screens of a contract with the folder of its feature, as the file is now. */
async function screensIn(contract: string) {
  const { href } = pathToFileURL(contract);
  const { feature }: { feature: Feature } = await import(`${href}?${statSync(contract).mtimeMs}`);
  return feature.screens.map((screen) => ({ ...screen, feature: basename(dirname(contract)) }));
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
