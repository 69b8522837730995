import { applyRow, loadWarns, type WarnRow } from '#features/warn/web/service.ts';
import { warnListApi } from '#features/warnList/contract.ts';
import type { FalseReason } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { errorText, isAborted } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { toast } from '#web/message/message.tsx';

type Answer = OutputOf<typeof warnListApi.batchClaim>;

/** Claims several warns (批量接警). True if the server answered, whatever the result of each. */
export function claimAll(rows: readonly WarnRow[]): Promise<boolean> {
  const ids = rows.map((row) => row.id);
  return runBatch('接警', rows, () => callApi(warnListApi.batchClaim, { ids }));
}

/** Marks several warns 误报 with one reason (批量误报). Returns like `claimAll`. */
export function markFalse(rows: readonly WarnRow[], reason: FalseReason | undefined, note: string): Promise<boolean> {
  const ids = rows.map((row) => row.id);
  if (reason === undefined) return Promise.resolve(false);
  return runBatch('标记误报', rows, () =>
    callApi(warnListApi.batchFalse, { ids, reason, ...(note !== '' && { note }) }),
  );
}

async function runBatch(label: string, rows: readonly WarnRow[], send: () => Promise<Answer>): Promise<boolean> {
  try {
    toastResult(label, rows, await send());
    return true;
  } catch (error) {
    if (!isAborted(error)) toast.error(`没有${label}：${errorText(error)}`);
    void loadWarns();
    return false;
  }
}

function toastResult(label: string, rows: readonly WarnRow[], answers: Answer): void {
  const refused = answers.flatMap((answer) => ('msg' in answer ? [answer] : []));
  for (const answer of answers) if (!('msg' in answer)) applyRow(answer);
  const done = answers.length - refused.length;
  const first = refused[0];
  if (!first) {
    toast.success(`已${label} ${done} 条`);
    return;
  }
  const no = rows.find((row) => row.id === first.id)?.no ?? '';
  const others = refused.length > 1 ? ` 等 ${refused.length} 条` : '';
  toast.warning(`已${label} ${done} 条；${no}${others}没有成功：${first.msg}`, 6000);
}
