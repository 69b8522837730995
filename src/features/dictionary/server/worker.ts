import { runInBackground } from '#server/core/background.ts';
import { wake } from '#server/db/wake.ts';
import { loadLabels } from '#server/feature/dictionaryLabels.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';

/** Caches the labels that the server uses in its own texts. */
const part: Worker = {
  async start() {
    const stop = every('dictionary.words', '字典标签刷新', 60, loadLabels);
    const unsubscribe = wake.subscribe('dictionary', () => runInBackground(loadLabels(), 'dictionary'));
    return async () => {
      unsubscribe();
      await stop();
    };
  },
};
export default part;
