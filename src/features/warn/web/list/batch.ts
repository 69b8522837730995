import { warnApi } from '#features/warn/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { toast } from '#web/message.tsx';
import { errorText } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import type { WarnRow } from '../desk/types.ts';
import { takenBy } from '../desk/useAction.ts';
import { applyRow, claimWarn } from '../warnStore.ts';

/** Calls under way at once: a batch must not push aside what other seats do. */
const atOnce = 4;

/** How a batch ended: rows done, and for the others why. */
export interface BatchResult {
  done: number;
  refused: { row: WarnRow; why: string }[];
}

/** Carries `deed` out for each row, a few at once; a refusal of one stops no other. */
export async function forEachRow(
  rows: readonly WarnRow[],
  deed: (row: WarnRow) => Promise<unknown>,
): Promise<BatchResult> {
  const result: BatchResult = { done: 0, refused: [] };
  const left = [...rows];
  async function work() {
    for (let row = left.shift(); row; row = left.shift()) {
      try {
        await deed(row);
        result.done += 1;
      } catch (error) {
        const winner = takenBy(error);
        result.refused.push({ row, why: winner === null ? errorText(error) : `已由 ${winner} 接警` });
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, work));
  return result;
}

/** 批量接警 of the waiting ones among the ticked rows. */
export async function claimAll(rows: readonly WarnRow[]): Promise<void> {
  const waiting = rows.filter((row) => row.status === 'pending');
  if (waiting.length === 0) return toast.info('勾选的告警都已接警或结束');
  sayResult('接警', await forEachRow(waiting, (row) => claimWarn(row.id)));
}

/** 批量误报 with one reason for all. */
export async function markFalse(
  rows: readonly WarnRow[],
  words: Omit<InputOf<typeof warnApi.falseWarn>, 'id'>,
): Promise<void> {
  sayResult(
    '标记误报',
    await forEachRow(rows, async (row) => applyRow(await call(warnApi.falseWarn, { id: row.id, ...words }))),
  );
}

function sayResult(deed: string, { done, refused }: BatchResult) {
  const first = refused[0];
  if (!first) return toast.success(`已${deed} ${done} 条`);
  const others = refused.length > 1 ? ` 等 ${refused.length} 条` : '';
  toast.warning(`已${deed} ${done} 条；${first.row.no}${others}没有成功：${first.why}`, 6000);
}
