/** Exports for other features: the bearer of an application's token. */
export { type AppBearer, bearerOf } from './token.ts';
