import { useState } from 'react';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import { type CallResult, keysOf } from '#shared/codes.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { callResults } from '#web/data/codeLabels.ts';
import { spacedPhone } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';

/** Callee: a contact by id, the customer by the number. */
interface Callee {
  name: string;
  contactId?: string;
  phone: string;
}

interface Props {
  warnId: string;
  callee: Callee;
  onRecorded: () => void;
}

/** Number with its call recorded on the warn: the dialling at once, its result by a click. */
export function FollowUpCall({ warnId, callee: { name, contactId, phone }, onRecorded }: Props) {
  const [dialled, setDialled] = useState<{ dialledAt: number; step: Promise<string | undefined> }>();
  const [saving, setSaving] = useState(false);
  const whom = contactId ? { contactId, phone: digitsOf(phone) } : { phone: digitsOf(phone) };
  const dial = () => {
    const dialledAt = now();
    const input = { id: warnId, ...whom, startedAt: new Date(dialledAt).toISOString() };
    const record = async () => (await callApi(phoneCallApi.addWarnCall, input)).id;
    setDialled({ dialledAt, step: withToast(record, { done: null, failed: '通话没有记下' }) });
  };
  const save = async (result: CallResult) => {
    if (!dialled) return;
    setSaving(true);
    const seconds = Math.max(0, Math.round((now() - dialled.dialledAt) / 1000));
    const stepId = await dialled.step;
    const record = () =>
      stepId === undefined
        ? callApi(phoneCallApi.addWarnCall, { id: warnId, ...whom, result, seconds })
        : callApi(phoneCallApi.finishWarnCall, { id: warnId, stepId, result, seconds });
    const recorded = await withToast(record, { done: `已记下：${callResults[result]}`, failed: '通话结果没有记下' });
    setSaving(false);
    if (!recorded) return;
    setDialled(undefined);
    onRecorded();
  };
  return (
    <>
      <a href={`tel:${digitsOf(phone)}`} aria-label={`拨打 ${name} ${phone}`} onClick={() => dialled || dial()}>
        {spacedPhone(phone)}
      </a>
      {dialled && (
        <fieldset className="flex flex-wrap gap-1.5 mt-1 mb-1" aria-label={`与 ${name} 的通话结果`} aria-busy={saving}>
          {keysOf(callResults).map((result) => (
            <Button small key={result} disabled={saving} onClick={() => void save(result)}>
              {callResults[result]}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}

const digitsOf = (phone: string) => phone.replaceAll(/[^0-9+*#-]/g, '');
