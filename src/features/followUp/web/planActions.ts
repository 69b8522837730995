import { followUpApi } from '#features/followUp/contract.ts';
import { succeeds, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { count } from '#web/data/format.ts';
import { box, toast } from '#web/message/message.tsx';
import type { PlanRow } from './PlanForm.tsx';

/** Returns the text on the number of matching customers at the start. */
export function candidateText(total: number): string {
  return total > 0 ? `${count(total)} 条回访` : '现在没有符合的客户，期间有了会自动补上；不对请检查范围和日期';
}

/** Starts a draft and distributes its rows; true when started. */
export async function startPlan({ id, version, name, people: userNames }: PlanRow): Promise<boolean> {
  const question = `开始「${name}」？符合的客户马上平均分给 ${userNames.join('、')}。`;
  if (!(await box.confirm(question, { ok: '开始计划' }))) return false;
  const done = await withToast(() => callApi(followUpApi.startPlan, { id, version }), {
    done: null,
    failed: '没有开始',
  });
  if (done) toast.success(`计划已开始，${candidateText(done.counts.total)}`);
  return done !== undefined;
}

/** Ends a plan and drops its remaining rows; true when ended. */
export async function endPlan({ id, version, name, kind, counts }: PlanRow): Promise<boolean> {
  const remainingText = count(counts.open + counts.visit);
  const what =
    kind === 'after_alarm' ? `没完成的 ${remainingText} 条仍在回访列表里` : `没完成的 ${remainingText} 条不再回访`;
  const options = { ok: '结束计划', danger: true, level: 'warning' } as const;
  if (!(await box.confirm(`结束「${name}」？${what}。`, options))) return false;
  return succeeds(() => callApi(followUpApi.endPlan, { id, version }), '计划已结束', '没有结束');
}

/** Deletes a draft; true when it was deleted. */
export async function deletePlan({ id, version, name }: PlanRow): Promise<boolean> {
  const options = { ok: '删除草稿', danger: true, level: 'warning' } as const;
  if (!(await box.confirm(`删除草稿「${name}」？`, options))) return false;
  return succeeds(() => callApi(followUpApi.deletePlan, { id, version }), '草稿已删除', '没有删除');
}
