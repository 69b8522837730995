import { config } from '#server/core/runtime.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { openSignaturePictures } from './act/signaturePicture.ts';
import { notifyEnding } from './expiry/notify.ts';
import { loadChanges } from './live.ts';

/** Lets streams tell of changes, and pages open the pictures of signatures; notifies of assessments that end soon. */
const part: Worker = {
  async start() {
    openSignaturePictures();
    loadChanges();
    if (!config().roles.has('worker')) return () => Promise.resolve();
    return every('assessment.expiry', '评估到期提醒', 300, notifyEnding, true);
  },
};
export default part;
