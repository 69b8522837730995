import { useMemo } from 'react';
import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { assessmentApi } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { now } from '#web/core/now.ts';
import { labelOf, offeredValues, useDictionaryLists } from '#web/data/dictionary.ts';
import { todayIn } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';

type State = OutputOf<typeof assessmentApi.replaceAssessment>;
type Name = 'kind' | 'words' | 'assessorIds' | 'date';

/** Reason of `assess_reason` that needs other assessors, and is explained in words. */
const doubted = 'doubted';
const isDoubted = ({ kind }: FormValues) => kind === doubted;

type Assessors = AssessmentDetail['assessors'];

function fieldsFor(former: Assessors, offered: Assessors = []): readonly Field<Name>[] {
  const formerIds = new Set(former.map(({ id }) => id));
  return [
    {
      ...{ kind: 'radio', field: 'kind', label: '复评原因', required: true, wide: true },
      options: offeredValues('assess_reason').map((value) => ({ value, label: labelOf('assess_reason', value) })),
    },
    {
      ...{ kind: 'textarea', field: 'words', label: '疑问', maxLength: 500, rows: 3, wide: true, undrafted: true },
      ...{ hint: '谁对哪一项有疑问；不填只记原因', shown: isDoubted },
    },
    {
      ...{ kind: 'multi', field: 'assessorIds', label: '评估员', required: true, wide: true },
      options: offered.map(({ id, name }) => ({ value: id, label: formerIds.has(id) ? `${name}（上次评估）` : name })),
      hint: '结果有疑问时，要由没有参加上次评估的人复评',
    },
    { kind: 'date', field: 'date', label: '评估基准日期', latest: 'today', required: true },
  ];
}

interface Props {
  assessment: AssessmentDetail;
  onClosed: () => void;
}

/** Adds a draft that replaces the assessment when it is done, then opens it. Open while mounted. */
export function ReplaceForm({ assessment, onClosed }: Props) {
  const { id, customerId, customerName, assessors, timeZone } = assessment;
  const lists = useDictionaryLists();
  const offered = useCall(assessmentApi.getAssessorList, { customerId }).data;
  const fields = useMemo(() => ({ lists, all: fieldsFor(assessors, offered) }), [lists, assessors, offered]).all;
  const initial = useMemo(() => ({ kind: doubted, date: todayIn(timeZone, now()) }), [timeZone]);
  return (
    <DialogForm<State, Name>
      open
      submit={({ kind, words, assessorIds, date }) =>
        callValidated(assessmentApi.replaceAssessment, {
          ...{ id, assessorIds, date },
          reason: kind === doubted && words !== undefined ? words : kind,
        })
      }
      title={`复评 · ${customerName}`}
      fields={fields}
      initial={initial}
      submitText="新建复评"
      failText="没有新建复评"
      onDone={({ id: draftId }) => {
        location.hash = assessmentLink(draftId);
      }}
      onClosed={onClosed}
    />
  );
}
