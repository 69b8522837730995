// Loads drizzle-orm as CommonJS: as several hundred ES modules it takes more memory than the whole rest of the server.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isDrizzle = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/');
    return next(specifier, isDrizzle ? { ...context, conditions: ['node', 'require'] } : context);
  },
});
