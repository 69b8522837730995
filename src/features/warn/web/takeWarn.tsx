import { box, toast } from '#web/message.tsx';
import { errorText } from '#web/outcome.ts';
import { CallError } from '#web/request.ts';
import type { WarnRow } from './desk/types.ts';
import { claimWarn } from './warnStore.ts';

const underWay = new Set<string>();

/**
 * 接警 and what follows: the case opens; where another was faster the box says who and offers 协助.
 * A second press while the first is under way does nothing.
 * @param openCase shows the alarm's desk
 */
export async function takeWarn(
  row: Pick<WarnRow, 'id' | 'customerName'>,
  openCase: (id: string) => void,
): Promise<void> {
  if (underWay.has(row.id)) return;
  underWay.add(row.id);
  try {
    await claimWarn(row.id);
    openCase(row.id);
  } catch (error) {
    await sayLost(error, row, openCase);
  } finally {
    underWay.delete(row.id);
  }
}

async function sayLost(error: unknown, row: Pick<WarnRow, 'id' | 'customerName'>, openCase: (id: string) => void) {
  const winner = winnerOf(error);
  if (winner === null) return toast.error(`接警失败：${errorText(error)}`);
  underWay.delete(row.id);
  const help = await box.confirm(`${row.customerName ?? '这条告警'} 由 ${winner} 处理中，您可以协助记录呼叫和备注。`, {
    title: `已由 ${winner} 接警`,
    level: 'notice',
    ok: '协助',
    cancel: '知道了',
  });
  if (help) openCase(row.id);
}

function winnerOf(error: unknown): string | null {
  if (!(error instanceof CallError) || error.status !== 409) return null;
  const data = error.data as { handlerName?: unknown } | null;
  return typeof data?.handlerName === 'string' ? data.handlerName : null;
}
