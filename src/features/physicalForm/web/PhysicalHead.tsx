import { Ellipsis, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { listLink, physicalKinds } from '#features/physical/contract.ts';
import { StatusBadge } from '#features/physical/web/service.ts';
import { can } from '#web/api/session.ts';
import { toast } from '#web/message/message.tsx';
import { isInDialog, useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { approve, removeDraft, sendBack, voidIt } from './actions.ts';
import { FollowUpNote } from './followUp/FollowUpNote.tsx';
import { lastLabel, personText } from './personText.ts';
import type { PhysicalRecord } from './record.ts';
import { SaveNote } from './SaveNote.tsx';
import { submit } from './submit.ts';
import type { ExamForm } from './useExamForm.ts';

function Facts({ record }: { record: PhysicalRecord }) {
  const { date, org, doctor, before, catalogue, flaggedSex, flaggedAge, reviewedByName, enteredByName } = record;
  const [last] = before;
  const facts = [
    date,
    org,
    doctor && `医生 ${doctor}`,
    enteredByName && `录入 ${enteredByName}`,
    reviewedByName && `审核 ${reviewedByName}`,
    last && `对照${lastLabel(record)} ${last.date}${last.org === org ? ' 同机构' : ` ${last.org}`}`,
    `参考区间 第 ${catalogue} 版，按${personText(flaggedSex, flaggedAge).replace(' ', '、')}`,
  ];
  return <p className="text-xs text-text2">{facts.filter(Boolean).join(' · ')}</p>;
}

const go = (address: string) => () => {
  location.hash = address;
};

const HeadForm = lazy(() => import('./HeadForm.tsx'));

interface Props {
  form: ExamForm;
  changed: () => Promise<void>;
  isComparing: boolean;
  onCompare: () => void;
  onPrint: () => void;
  onFollowUp: () => void;
}

/** Actions of who enters: submit, follow up; of who reviews: pass, send back; the others behind ···. */
function Actions({
  form,
  changed,
  onFollowUp,
  onEdit,
}: Omit<Props, 'isComparing' | 'onCompare' | 'onPrint'> & { onEdit: () => void }) {
  const { record, entry, lacking, wrong } = form;
  const { id, customerId, can: may, status } = record;
  // Complete or not: what is lacking as of the last read may be filled by now.
  const isDraft = may.edit && status === 'draft';
  const run = (act: () => Promise<boolean>) => async () => {
    if (await act()) await changed();
  };
  const settled = async (then: () => void) => {
    if (await entry.settle()) then();
    else toast.warning('还有值没有存好，请先处理标红的项');
  };
  const { active } = useScreen();
  const send = async () => {
    if (!(await submit(id, form))) return;
    await changed();
    if (form.followsUp) onFollowUp();
  };
  // A question above the page has the key for itself.
  useHotkey('Ctrl Enter', ({ target }) => isInDialog(target) || void send(), active && isDraft);
  const items = [
    ...(may.edit ? [{ key: 'edit', label: '修改体检信息…', onClick: () => void settled(onEdit) }] : []),
    { key: 'archive', label: '健康档案', onClick: go(`#/healthy/archives/${customerId}`) },
    { key: 'all', label: '历次体检', onClick: go(listLink(customerId)) },
    ...(isDraft ? [{ key: 'delete', label: '删除草稿…', danger: true, onClick: () => void removeDraft(record) }] : []),
    ...(may.void ? [{ key: 'void', label: '作废…', danger: true, onClick: run(() => voidIt(record)) }] : []),
  ];
  return (
    <>
      {isDraft && (
        <Button kind={lacking.length + wrong.length === 0 ? 'primary' : undefined} onClick={send}>
          提交审核
        </Button>
      )}
      {may.followUp && <Button onClick={onFollowUp}>生成随访…</Button>}
      {may.review && (
        <>
          <Button onClick={run(() => sendBack(record))}>退回…</Button>
          <Button kind="primary" onClick={run(() => approve(record))}>
            审核通过
          </Button>
        </>
      )}
      <MenuButton placement="bottomRight" menu={{ items }}>
        <Button aria-label="更多操作">
          <Ellipsis size={16} aria-hidden />
        </Button>
      </MenuButton>
    </>
  );
}

/** Whose examination it is, by what it is judged, whether all is stored, and what may be done with it. */
export function PhysicalHead({ form, changed, isComparing, onCompare, onPrint, onFollowUp }: Props) {
  const [editing, setEditing] = useState(false);
  const { record, entry } = form;
  const { customerId, customerName, gender, age, date, kind, status } = record;
  return (
    <header className="flex items-center flex-none gap-3 min-h-15 px-4 py-2 border-b border-line max-md:flex-wrap">
      <div className="flex-1 min-w-0">
        <h1 className="flex items-baseline flex-wrap gap-x-3 text-xl leading-7">
          {can('archive:list') ? (
            <a className="text-text" href={`#/healthy/archives/${customerId}?section=physical`}>
              {customerName}
            </a>
          ) : (
            customerName
          )}
          <span className="font-normal text-sm">{personText(gender, age)}</span>
          <span className="font-normal text-[13px] text-text2">
            {date.slice(0, 4)} {physicalKinds[kind]}体检
          </span>
          <StatusBadge status={status} />
          <FollowUpNote record={record} />
        </h1>
        <Facts record={record} />
      </div>
      <div className="record-actions flex flex-wrap items-center flex-none gap-2 max-md:w-full">
        <SaveNote state={entry.state} onRetry={entry.retry} />
        <Button aria-pressed={isComparing} onClick={onCompare}>
          {isComparing ? '回到本次' : '历年对比'}
        </Button>
        <Button onClick={onPrint}>
          <Printer size={14} aria-hidden /> 打印…
        </Button>
        <Actions {...{ form, changed, onFollowUp }} onEdit={() => setEditing(true)} />
      </div>
      {editing && (
        <Suspense fallback={null}>
          <HeadForm
            record={record}
            version={entry.version}
            onDone={() => void changed()}
            onClosed={() => setEditing(false)}
          />
        </Suspense>
      )}
    </header>
  );
}
