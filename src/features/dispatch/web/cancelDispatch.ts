import { dispatchApi } from '#features/dispatch/contract.ts';
import type { RunAction, WarnDispatch } from '#features/warn/web/service.ts';
import { callApi } from '#web/api/request.ts';
import { dispatchStates } from '#web/data/codeLabels.ts';
import { box } from '#web/message/message.tsx';

/** Cancels a dispatch (取消派单) after a confirmation: it cannot be undone. */
export async function cancelDispatch(
  warnId: string,
  { id, name, state }: Pick<WarnDispatch, 'id' | 'name' | 'state'>,
  run: RunAction,
): Promise<void> {
  const sure = await box.confirm(
    `${name} 现在是「${dispatchStates[state]}」。取消后不能恢复，只能重新派单；请另行告诉对方。`,
    { title: `取消 ${name} 的派单？`, ok: '取消派单', cancel: '不取消', danger: true },
  );
  if (sure)
    await run(() => callApi(dispatchApi.updateWarnDispatch, { id: warnId, dispatchId: id, state: 'cancelled' }));
}
