import { sleepApi } from '#features/sleep/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';

/** Computes a night again; returns whether it was done. */
export async function recompute(id: string): Promise<boolean> {
  const answer = await withToast(() => callApi(sleepApi.recomputeNight, { id }), {
    done: '已重新计算',
    failed: '没有重新计算',
  });
  return answer !== undefined;
}
