import type { WarnHooks } from '#features/warn/server/service.ts';
import { revokeLinks } from './revoke.ts';

/** Links to the sheet of a lost person end with the search. */
const hooks: WarnHooks = {
  async afterEnd({ tx }, { id, type }) {
    if (type === 'lost') await revokeLinks(tx, { warnId: id });
  },
};
export default hooks;
