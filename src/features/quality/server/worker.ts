import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { drawSamples } from './sampling.ts';

/** Seconds between runs. */
const often = 300;

const part: Worker = {
  async start() {
    return every('quality.sampling', '质检抽样', often, drawSamples, true);
  },
};
export default part;
