import { runInBackground } from '#server/core/background.ts';
import { wake } from '#server/db/wake.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { applySetting } from './setting.ts';

/** Follows changes of the base by other nodes. */
const part: Worker = {
  async start() {
    await applySetting();
    const unsubscribe = wake.subscribe('map', () => runInBackground(applySetting(), 'map'));
    return async () => unsubscribe();
  },
};
export default part;
