// Loads drizzle-orm as CommonJS: as several hundred ES modules it costs more than twice the memory of the whole server.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
    return { url: pathToFileURL(require.resolve(specifier)).href, format: 'commonjs', shortCircuit: true };
  },
});
