import { errorText, isAborted } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { toast } from '#web/message/message.tsx';
import { warningApi } from '../../contract.ts';
import { isOpen, isWaiting, type Warning } from '../words.ts';

/** What is done with several warnings at once. */
export type BulkAct = 'claim' | 'ignore' | 'finish';

/** Most warnings of one batch. */
export const bulkLimit = 50;

const verbs = { claim: '接', ignore: '忽略', finish: '结案' } as const satisfies Record<BulkAct, string>;

/** Returns the selected warnings whose state allows the act: waiting ones, or those that the user has. */
export function allowing(act: BulkAct, rows: readonly Warning[], userId: string): Warning[] {
  const isOwn = (row: Warning) => isOpen(row) && row.family === 'health' && row.handlerId === userId;
  if (act === 'claim') return rows.filter(isWaiting);
  if (act === 'ignore') return rows.filter((row) => isWaiting(row) || isOwn(row));
  return rows.filter((row) => isOwn(row) && row.state === 'handling');
}

/** Returns why some of the selected warnings are left out, or undefined. */
export function leftOut(act: BulkAct, selected: number, allowed: number): string | undefined {
  const rest = selected - Math.min(allowed, bulkLimit);
  if (rest <= 0) return undefined;
  if (allowed > bulkLimit) return `一次最多 ${bulkLimit} 条，另 ${rest} 条没有在内。`;
  if (act === 'finish') return `另 ${rest} 条不在您手上处理，没有在内。`;
  return `另 ${rest} 条已由他人接手或已结束，没有在内。`;
}

interface Refusal {
  row: Warning | undefined;
  msg: string;
}

function say(act: BulkAct, done: number, refusals: readonly Refusal[], rest?: string): void {
  const [first] = refusals;
  if (!first) {
    toast[rest ? 'warning' : 'success'](`已${verbs[act]} ${done} 条。${rest ?? ''}`.replace(/。$/, ''));
    return;
  }
  const others = refusals.length > 1 ? `等 ${refusals.length} 条` : '';
  toast.warning(
    `已${verbs[act]} ${done} 条；${first.row?.customerName ?? ''}${others}没有${verbs[act]}：${first.msg}`,
    6000,
  );
}

/** Takes the selected warnings that wait, and says what was not taken. @returns whether the server answered */
export async function claimAll(rows: readonly Warning[], userId: string): Promise<boolean> {
  const allowed = allowing('claim', rows, userId);
  const ids = allowed.slice(0, bulkLimit).map(({ id }) => id);
  const rest = leftOut('claim', rows.length, allowed.length);
  if (ids.length === 0) {
    toast.warning('选中的预警都已由他人接手或已结束');
    return false;
  }
  try {
    const answers = await callApi(warningApi.batchClaim, { ids });
    const refusals = answers.flatMap((answer) =>
      'msg' in answer ? [{ row: rows.find(({ id }) => id === answer.id), msg: answer.msg }] : [],
    );
    say('claim', ids.length - refusals.length, refusals, rest);
    return true;
  } catch (error) {
    if (!isAborted(error)) toast.error(`没有接到：${errorText(error)}`);
    return false;
  }
}

/** Runs a call for each warning, one after the other: a refusal of one does not stop the others. */
export async function runEach(
  act: 'ignore' | 'finish',
  rows: readonly Warning[],
  call: (id: string) => Promise<unknown>,
): Promise<void> {
  const refusals: Refusal[] = [];
  for (const row of rows) {
    try {
      await call(row.id);
    } catch (error) {
      // The only refusal belongs to the form, with its fields.
      if (rows.length === 1 || isAborted(error)) throw error;
      refusals.push({ row, msg: errorText(error) });
    }
  }
  say(act, rows.length - refusals.length, refusals);
}
