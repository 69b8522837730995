import { showFailure } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { toast } from '#web/message/message.tsx';
import { warningApi } from '../contract.ts';
import type { Warning } from './words.ts';

/** Takes a warning with all that waits of the same person. @returns whether the warning is the user's now */
export async function takeWith({ id, beside }: Pick<Warning, 'id' | 'beside'>): Promise<boolean> {
  try {
    const [first, ...others] = await callApi(warningApi.batchClaim, { ids: [id, ...beside].slice(0, 50) });
    if (!first || 'msg' in first) {
      toast.warning(first?.msg ?? '没有接到');
      return false;
    }
    const refused = others.find((answer) => 'msg' in answer);
    if (refused && 'msg' in refused) toast.warning(`同一人的另一条：${refused.msg}`);
    return true;
  } catch (error) {
    showFailure(error, '没有接到');
    return false;
  }
}
