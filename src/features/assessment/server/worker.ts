import type { Worker } from '#server/feature/manifest.ts';
import { openSignaturePictures } from './act/signaturePicture.ts';
import { loadChanges } from './live.ts';

/** Lets streams tell of changes, and pages open the pictures of signatures. */
const part: Worker = {
  async start() {
    openSignaturePictures();
    loadChanges();
    return () => Promise.resolve();
  },
};
export default part;
