import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Strip } from '#web/ui/Strip.tsx';
import './form.css';
import './side.css';
import { FormFoot } from './FormFoot.tsx';
import { FormHead } from './FormHead.tsx';
import { FormNav } from './FormNav.tsx';
import { FactsSection } from './facts/FactsSection.tsx';
import { ItemGroupView } from './ItemGroupView.tsx';
import { ScoreSide } from './ScoreSide.tsx';
import { SaveStrips } from './save/SaveStrips.tsx';
import { type Form, useForm } from './useForm.ts';
import { useFormKeys } from './useFormKeys.ts';
import { useSubmit } from './useSubmit.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  /** Reloads the assessment after a change. */
  changed: () => void;
  /** Back to the result of a submitted one; absent in a draft. */
  onFinished: (() => void) | undefined;
}

/** Pause after a choice by pointer: it is seen, and the next item is not under the pointer too soon (ms). */
const pauseMs = 200;

/** Reloads a submitted assessment once a change is stored: it is a draft again, without signatures. */
function useReopened({ assessment, view }: Form, changed: () => void): void {
  const isReopened = assessment.status === 'review' && view.saves.base.version > assessment.version;
  const reload = useEffectEvent(changed);
  useEffect(() => {
    if (isReopened) reload();
  }, [isReopened]);
}

/** Shows why the reviewer sent a draft back. */
function ReviewStrip({ assessment: { status, reviewNote } }: { assessment: AssessmentDetail }) {
  if (status !== 'draft' || reviewNote === null) return null;
  return (
    <Strip tone="warn" role="status" className="items-start max-h-[30vh] overflow-y-auto">
      <b className="flex-none">审核退回</b>
      <span className="wrap-anywhere">{reviewNote}</span>
    </Strip>
  );
}

/** Fill-in page of an assessment (picture 16). */
export default function FormPage({ assessment, scale, changed, onFinished }: Props) {
  const { query } = useScreen();
  const form = useForm(assessment, scale, query.get('item'));
  useReopened(form, changed);
  const note = useRef<HTMLInputElement>(null);
  const [pausing, setPausing] = useState(false);
  const { submit, isSubmitting } = useSubmit(form, changed, onFinished);
  const marked = useFormKeys(form, { onNote: () => note.current?.focus(), onSubmit: () => void submit() });
  const group = form.groups.find(({ items }) => items.some(({ code }) => code === form.place));
  const chosen = (next: string | undefined) => {
    if (next === undefined) return;
    setPausing(true);
    setTimeout(() => {
      form.goTo(next);
      setTimeout(() => setPausing(false), pauseMs);
    }, pauseMs);
  };
  return (
    <div className="assess-form flex flex-col min-h-0 h-full">
      <FormHead form={form} changed={changed} onSubmit={() => void submit()} {...{ isSubmitting, onFinished }} />
      <ReviewStrip assessment={assessment} />
      <SaveStrips form={form} />
      <div className="assess-body">
        <FormNav form={form} />
        <main className="assess-items overflow-y-auto" data-scroll="items" inert={pausing}>
          {group ? (
            <ItemGroupView form={form} group={group} {...{ marked, note }} onChosen={chosen} />
          ) : (
            <FactsSection form={form} />
          )}
        </main>
        <ScoreSide form={form} />
      </div>
      <FormFoot form={form} />
    </div>
  );
}
