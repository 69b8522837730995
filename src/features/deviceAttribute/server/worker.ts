import { log } from '#server/core/log.ts';
import { onPool } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { sendChanges } from './sendChanges.ts';

const part: Worker = {
  async start() {
    let turn = Promise.resolve();
    const look = () => {
      turn = turn
        .then(() => onPool('direct', sendChanges))
        .catch((error: unknown) => log.warn({ err: error }, 'attributes not sent'));
    };
    const unsubscribe = wake.subscribe('attribute', look);
    return async () => {
      unsubscribe();
      await turn;
    };
  },
};
export default part;
