import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Resolves the product's own modules before the test runner does: the runner reports each import, thousands per test
 * file, to its main process for a watch mode that is not used.
 */
const root = new URL('../../../', import.meta.url);
const { imports }: { imports: Record<string, string> } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);
/** Folder URL of imports that start with `#name/`. */
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
