import { physicalApi } from '#features/physical/contract.ts';
import { showFailure } from '#web/api/feedback.ts';
import { refusedFields } from '#web/api/refusedFields.ts';
import { callApi } from '#web/api/request.ts';
import { toast } from '#web/message/message.tsx';
import type { ExamForm } from './useExamForm.ts';

/**
 * Submits an examination once everything is stored; what is lacking gets the focus instead. Returns whether it was
 * submitted.
 */
export async function submit(id: string, { entry, lacking, wrong, toField }: ExamForm): Promise<boolean> {
  if (!(await entry.settle())) {
    toast.warning('还有值没有存好，请先处理标红的项');
    if (wrong[0]) toField(wrong[0].item.code);
    return false;
  }
  const [first] = lacking;
  if (first) {
    toast.warning(`提交还缺：${lacking.map(({ item }) => item.label).join('、')}`);
    toField(first.item.code);
    return false;
  }
  try {
    await callApi(physicalApi.submitPhysical, { id });
    toast.success('已提交，等待审核');
    return true;
  } catch (error) {
    showFailure(error, '提交失败');
    // The server's list of what is missing may be newer.
    const [field] = refusedFields(error).keys();
    if (field?.startsWith('items.')) toField(field.slice('items.'.length));
    return false;
  }
}
