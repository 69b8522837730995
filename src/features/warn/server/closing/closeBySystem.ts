import { system } from '#server/core/viewer.ts';
import { now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { StoredWarn } from '../access.ts';
import { deleteDrafts } from '../drafts.ts';
import { overdueNow } from '../read/response.ts';
import { encryptFacts } from '../record/closingRecord.ts';
import { addStep, dropTimers } from '../steps.ts';
import { clearedFalseRequest, updateWarn } from '../updateWarn.ts';
import { runAfterEnd } from '../warnHooks.ts';

/** Closes one warn by the system as 无需处理 or 测试, with a step that states the reason. */
export async function closeBySystem(
  ctx: CommandContext,
  row: StoredWarn,
  reason: string,
  result: 'none' | 'test' = 'none',
): Promise<void> {
  const { tx } = ctx;
  const resultText = labelOf('warn_result', result);
  await updateWarn(
    { tx, row },
    {
      ...clearedFalseRequest,
      status: 'done',
      result,
      recordCipher: await encryptFacts(tx, row),
      closeNote: reason,
      finishedAt: now,
      overdue: overdueNow,
      progress: resultText,
    },
  );
  await dropTimers(tx, row.id);
  await addStep(tx, { ...row, status: 'done' }, system(), 'closed', reason, { result, resultText });
  await deleteDrafts(tx, row.id);
  await runAfterEnd(ctx, row);
}
