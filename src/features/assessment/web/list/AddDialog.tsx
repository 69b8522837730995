import { useEffect, useMemo, useRef, useState } from 'react';
import { assessmentApi } from '#features/assessment/contract.ts';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import type { InputKey, OutputOf } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/request.ts';
import { useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { offeredOptions, useDictionaryLists } from '#web/data/dictionary.ts';
import { ownZone, todayIn } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, FieldOf, FormValues, RuleOf } from '#web/form/types.ts';
import { box } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { recordScale } from '../listedScale.ts';

type Add = typeof assessmentApi.addAssessment;
type Added = OutputOf<Add>;

/** Adds a draft, unless one of this person and scale is unfinished: it offers that one instead. */
async function add(values: FormValues, close: () => void): Promise<Added> {
  try {
    return await callValidated(assessmentApi.addAssessment, { ...values, unlessOpen: true });
  } catch (error) {
    const openId = openIn(error);
    if (openId === undefined || !(error instanceof ApiError)) throw error;
    if (await box.confirm(error.msg, { title: '接着填没有完成的那一份？', ok: '打开那一份', cancel: '返回' })) {
      close();
      location.hash = assessmentLink(openId);
    }
    throw new DOMException('an unfinished one is open', 'AbortError');
  }
}

/** Returns the id of the unfinished assessment that a refusal names. */
function openIn(error: unknown): string | undefined {
  const data = error instanceof ApiError && error.status === 409 ? (error.data as { id?: unknown } | null) : null;
  return typeof data?.id === 'string' ? data.id : undefined;
}

interface Props {
  /** Person whose assessment it is; absent: the form asks. */
  customerId?: string | undefined;
  onDone: () => void;
  onClosed: () => void;
}

/** Form of a new assessment: who, by which scale, why, when, and who assesses. It leads to the fill-in page. */
export function AddDialog({ customerId, onDone, onClosed }: Props) {
  const { user } = useSession();
  const lists = useDictionaryLists();
  const form = useRef<DialogFormHandle>(null);
  const [person, setPerson] = useState(customerId);
  const scales = useCall(scaleApi.getScaleList, { status: ['enabled'], limit: 200 }, { staleTime: 60_000 });
  const people = useCall(
    assessmentApi.getAssessorList,
    { customerId: person ?? '' },
    { enabled: person !== undefined, staleTime: 60_000 },
  );
  const rows = scales.data?.rows;
  const able = people.data;
  useEffect(() => {
    if (able) form.current?.rederive();
  }, [able]);
  const fields = useMemo(
    (): FieldOf<Add>[] => [
      {
        ...{ kind: 'custom', field: 'customerId', label: '客户', required: true, wide: true },
        control: (props) => <CustomerField {...props} />,
      },
      {
        ...{ kind: 'select', field: 'scale', label: '量表', required: true, wide: true },
        options: (rows ?? []).map(({ code, name }) => ({ value: code, label: name })),
        hint: (value) => scaleHint(rows?.find(({ code }) => code === value)),
      },
      {
        ...{ kind: 'select', field: 'reason', label: '评估原因', required: true },
        options: lists ? offeredOptions('assess_reason') : [],
      },
      { kind: 'date', field: 'date', label: '评估基准日期', latest: 'today', required: true },
      {
        ...{ kind: 'multi', field: 'assessorIds', label: '评估员', required: true, wide: true },
        options: (able ?? []).map(({ id, name }) => ({ value: id, label: name })),
        placeholder: person === undefined ? '先选客户' : '各自在自己的登录里签名',
      },
    ],
    [rows, lists, able, person],
  );
  const rules = useMemo(
    (): RuleOf<Add>[] => [
      {
        ...{ field: 'assessorIds', rule: 'enough' },
        check: ({ scale, assessorIds }) => {
          const needed = rows?.find(({ code }) => code === scale)?.assessors ?? 1;
          const count = Array.isArray(assessorIds) ? assessorIds.length : 0;
          return count > 0 && count < needed
            ? `这份量表需要 ${needed} 位评估员签名，还差 ${needed - count} 位`
            : undefined;
        },
      },
    ],
    [rows],
  );
  const initial = useMemo(
    (): FormValues => ({
      ...(customerId && { customerId }),
      ...{ scale: 'gbt42195', reason: 'regular', date: todayIn(ownZone(), now()) },
    }),
    [customerId],
  );
  /** The viewer is an assessor unless taken out; who may not assess this person is dropped. */
  const derive = (values: FormValues): FormValues => {
    if (!able) return values;
    const ids = new Set(able.map(({ id }) => id));
    const chosen = Array.isArray(values.assessorIds) ? (values.assessorIds as string[]) : [user?.id ?? ''];
    return { ...values, assessorIds: chosen.filter((id) => ids.has(id)) };
  };
  const submit = async (values: FormValues) => {
    const added = await add(values, onClosed);
    const scale = rows?.find(({ code }) => code === values.scale);
    if (scale) recordScale({ id: added.id, scale: scale.code, scaleVersion: scale.version });
    return added;
  };
  return (
    <DialogForm<Added, InputKey<Add>>
      ref={form}
      open
      initial={initial}
      schema={assessmentApi.addAssessment.input}
      submit={submit}
      title="新建评估"
      fields={fields}
      rules={rules}
      derive={derive}
      onValues={({ customerId: chosen }) => setPerson(typeof chosen === 'string' ? chosen : undefined)}
      submitText="开始评估"
      failText="没有新建"
      onDone={({ id }) => {
        onDone();
        location.hash = assessmentLink(id);
      }}
      onClosed={onClosed}
    />
  );
}

/** What a scale asks for before it is done. */
function scaleHint(scale: { items: number; assessors: number; validMonths: number | null } | undefined): string {
  if (!scale) return '';
  const until = scale.validMonths === null ? '没有有效期' : `有效期 ${scale.validMonths} 个月`;
  return `${scale.items} 项，需要 ${scale.assessors} 位评估员签名，${until}`;
}
