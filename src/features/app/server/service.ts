/** What other features may use of the applications: who holds an application's token. */
export { type AppBearer, bearerOf } from './token.ts';
