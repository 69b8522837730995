import { Check, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, missing } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { HeadForm } from './HeadForm.tsx';
import { numberOf } from './items.ts';
import { unsavedCount } from './save/saves.ts';
import { presentOthers } from './times.ts';
import type { Form } from './useForm.ts';

interface Props {
  form: Form;
  changed: () => void;
  onSubmit: () => void;
  isSubmitting: boolean;
  onFinished: (() => void) | undefined;
}

/** Interval at which presence is judged again, ms. */
const presenceMs = 10_000;

/** Who is assessed by which scale, who fills it in, and whether all is stored. */
export function FormHead({ form, changed, onSubmit, isSubmitting, onFinished }: Props) {
  const [editing, setEditing] = useState(false);
  const { assessment, edits, missing: open } = form;
  const { customerName, gender, age, scaleName, no, reason, date, before, address } = assessment;
  const facts = [
    no,
    labelOf('assess_reason', reason),
    `基准日 ${date}`,
    before && `上次 ${before.date}`,
    address,
  ].filter(Boolean);
  return (
    <header className="assess-head flex items-center flex-wrap flex-none gap-x-4 gap-y-1 border-b border-line">
      <div className="min-w-0 mr-auto">
        <h1 className="flex items-baseline flex-wrap gap-x-2.5 text-xl">
          {customerName}
          <span className="font-normal text-base">
            {labelOf('gender', String(gender))} {age === null ? '年龄不详' : `${age} 岁`}
          </span>
          <span className="font-normal text-sm text-text2">{scaleName}</span>
        </h1>
        <p className="flex items-baseline gap-1 text-xs text-text3">
          <span className="truncate max-md:whitespace-normal" title={facts.join(' · ')}>
            {facts.join(' · ')}
          </span>
          {edits && (
            <Button kind="link" className="flex-none text-xs" onClick={() => setEditing(true)}>
              改
            </Button>
          )}
        </p>
      </div>
      <Assessors form={form} />
      {edits && <SaveState form={form} />}
      {!edits && <span className="text-[13px] text-text2">只读：由评估员填写</span>}
      {edits &&
        (onFinished && assessment.status !== 'draft' ? (
          <Button onClick={onFinished}>返回结果</Button>
        ) : (
          <Button kind={open === 0 ? 'primary' : undefined} disabled={isSubmitting} onClick={onSubmit}>
            提交 <kbd>Ctrl Enter</kbd>
          </Button>
        ))}
      {editing && <HeadForm {...{ assessment, changed }} onClosed={() => setEditing(false)} />}
    </header>
  );
}

function Assessors({ form: { assessment, trail, scale } }: { form: Form }) {
  const { user } = useSession();
  const others = presentOthers(trail, user?.id ?? '', useNow(presenceMs));
  const named = [
    ...assessment.assessors,
    ...others
      .filter(({ by }) => assessment.assessors.every(({ id }) => id !== by))
      .map(({ by, name }) => ({ id: by, name })),
  ];
  return (
    <ul className="flex items-center flex-wrap gap-x-4 gap-y-1" aria-label="评估员">
      {named.map(({ id, name }) => {
        const present = others.find(({ by }) => by === id);
        const place = scale.items.findIndex(({ code }) => code === present?.key);
        return (
          <li key={id} className="flex items-center gap-1.5 text-[13px] text-text2">
            <span className={`assess-face ${present ? 'present' : ''}`} aria-hidden="true">
              {[...name][0]}
            </span>
            <b className="text-text">{name}</b>
            {id === user?.id && '我'}
            {present && `在另一台填${place < 0 ? '' : ` ${numberOf(present.key, place + 1)}`}`}
          </li>
        );
      })}
    </ul>
  );
}

/** Whether all is stored; a time only after the server's answer. */
function SaveState({ form: { view, assessment } }: { form: Form }) {
  const count = unsavedCount(view.saves);
  const { savedAt, failure, refusal, saves } = view;
  if (count > 0)
    return (
      <span className="flex items-center gap-1 text-[13px] text-text2" role="status">
        <LoaderCircle size={14} aria-hidden="true" />
        {(failure ?? refusal ?? Object.keys(saves.clashes)[0]) ? `${count} 项未存` : '保存中'}
      </span>
    );
  const at = savedAt === undefined ? assessment.updatedAt : new Date(savedAt).toISOString();
  const text = fullTime(at, assessment.timeZone);
  return (
    <span className="flex items-center gap-1 text-[13px] text-text2" role="status" title={text}>
      <Check size={14} className="text-success" aria-hidden="true" />
      {text === missing ? missing : `${savedAt === undefined ? text.slice(5, 16) : text.slice(11, 19)} 已存`}
    </span>
  );
}
