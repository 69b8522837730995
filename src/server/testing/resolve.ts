import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Finds the product's own modules before the test runner looks for them: it tells its main process of every import, of thousands
 * in each file of tests, for a watch mode that is not used here.
 */
const root = new URL('../../../', import.meta.url);
const { imports }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);
/** Where what begins with `#name/` lies. */
const folders = new Map(
  Object.entries(imports).map(([name, folder]) => [name.slice(0, -1), new URL(folder.slice(0, -1), root).href]),
);

function resolveAlias(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return new URL(specifier, from).href;
  const end = specifier.indexOf('/') + 1;
  const folder = folders.get(specifier.slice(0, end));
  return folder && folder + specifier.slice(end);
}

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? '';
    const isSource = specifier.endsWith('.ts') && from.startsWith(root.href) && !from.includes('/node_modules/');
    const url = isSource ? resolveAlias(specifier, from) : undefined;
    return url ? { url, shortCircuit: true } : next(specifier, context);
  },
});
