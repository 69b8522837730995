import { assessmentApi, isFinished } from '#features/assessment/contract.ts';
import { type AssessmentAct, assessmentLink } from '#shared/contract/assessmentLink.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can, session } from '#web/api/session.ts';
import { box } from '#web/message/message.tsx';
import type { RowAction } from '#web/table/types.ts';
import type { AssessmentRow } from '../../contract.ts';
import { recordScale } from '../listedScale.ts';

/** Opens the page of an assessment in a tab. */
export function openAssessment(row: AssessmentRow, act?: AssessmentAct): void {
  recordScale(row);
  location.hash = assessmentLink(row.id, act);
}

const opens = (act: AssessmentAct) => ({ onClick: (row: AssessmentRow) => openAssessment(row, act) });

const isMine = ({ assessors }: AssessmentRow) => assessors.some(({ id }) => id === session().user?.id);

/** A reviewer did not assess, and as many assessors as needed have signed. */
function whyNoReview(row: AssessmentRow): string | undefined {
  if (isMine(row)) return '评估员不能审核自己的评估';
  const { signed, signaturesNeeded } = row;
  return signed < signaturesNeeded ? `还差 ${signaturesNeeded - signed} 位评估员签名` : undefined;
}

async function remove({ id, no, customerName }: AssessmentRow, onRemoved: (id: string) => void): Promise<void> {
  const sure = await box.confirm('已填的答案一起删除，不能恢复。', {
    ...{ title: `删除 ${customerName} 的评估草稿 ${no}？`, ok: '删除草稿', danger: true },
  });
  if (!sure) return;
  const remove = () => callApi(assessmentApi.deleteAssessment, { ids: [id] });
  if (await succeeds(remove, '草稿已删除', '没有删除')) onRemoved(id);
}

/** Returns the actions on a row that the viewer has the rights for. */
export function rowActionsOf(onRemoved: (id: string) => void): RowAction<AssessmentRow>[] {
  const edits = can('assessment:edit');
  const reviews = can('assessment:review');
  const isDraft = ({ status }: AssessmentRow) => status === 'draft';
  const continues = (row: AssessmentRow) => edits && isDraft(row) && isMine(row);
  return [
    { key: 'continue', label: '继续', shown: continues, onClick: (row) => openAssessment(row) },
    { key: 'open', label: '详情', shown: (row) => !continues(row), onClick: (row) => openAssessment(row) },
    {
      ...{ key: 'review', label: '审核', shown: ({ status }) => reviews && status === 'review', blocked: whyNoReview },
      ...opens('review'),
    },
    { key: 'print', label: '打印报告', behind: true, shown: (row) => !isDraft(row), ...opens('print') },
    { key: 'compare', label: '对比上次', behind: true, shown: (row) => !isDraft(row), ...opens('compare') },
    {
      ...{ key: 'replace', label: '复评…', behind: true, shown: (row) => edits && isFinished(row) },
      ...opens('replace'),
    },
    {
      ...{ key: 'void', label: '作废…', behind: true, tone: 'danger', shown: (row) => reviews && isFinished(row) },
      ...opens('void'),
    },
    {
      ...{ key: 'delete', label: '删除草稿…', behind: true, tone: 'danger', shown: (row) => edits && isDraft(row) },
      onClick: (row) => void remove(row, onRemoved),
    },
  ];
}
