import type { ReadingHooks } from '#features/reading/server/service.ts';
import { judgeArrived } from './judge/judgeArrived.ts';
import { judgeWeights } from './judge/weight.ts';

/** Judges new values in the transaction that settles them. */
const hooks: ReadingHooks = {
  async arrived(ctx, arrivals) {
    await judgeArrived(ctx, arrivals);
    await judgeWeights(ctx, arrivals);
  },
};
export default hooks;
