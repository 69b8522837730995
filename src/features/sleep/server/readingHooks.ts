import type { ReadingHooks } from '#features/reading/server/service.ts';
import { markStale } from './night/stale.ts';

/** Changed values make nights stale. */
const hooks: ReadingHooks = { changed: markStale };
export default hooks;
