import type { ReactNode } from 'react';
import type { WarnStep } from '#features/warn/web/service.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { StepPosition } from './StepPosition.tsx';
import { hasHeading, type NameOf, type StepTone, stepOffset, stepText, stepTone } from './stepText.ts';

const dots: Record<StepTone, string> = {
  urgent: 'dot tone-urgent text-tone',
  talk: 'dot tone-info text-tone',
  good: 'dot text-success',
  calm: 'dot hollow text-primary-text',
  machine: 'dot hollow text-text3',
};

export interface StepRowProps {
  step: WarnStep;
  receivedAt: string;
  /** Time zone of the warn's project. */
  zone: string;
  nameOf: NameOf;
}

interface Props extends StepRowProps {
  /** Replaces the step's text and note. */
  title?: string | undefined;
  /** Whether the row needs attention. */
  urgent?: boolean;
  children?: ReactNode;
  /** Content below the row. */
  below?: ReactNode;
}

/** Note of a step; emphasized if a user wrote it. */
function NoteText({ step }: { step: WarnStep }) {
  return stepTone(step) === 'talk' ? <b>{step.note}</b> : step.note;
}

function StepLabel({ step, nameOf }: Pick<Props, 'step' | 'nameOf'>) {
  if (step.kind === 'note' && !hasHeading(step)) return <NoteText step={step} />;
  const text = stepText(step, nameOf);
  return (
    <>
      {step.kind === 'note' ? <b>{text}</b> : text}
      {step.note !== null && step.note !== '' && <q>{step.note}</q>}
    </>
  );
}

/** Step with time, offset from reception, event and user. System steps are subdued. */
export function StepRow({ step, receivedAt, zone, nameOf, title, urgent, children, below }: Props) {
  const tone = stepTone(step);
  return (
    <li className={`step ${tone} grid gap-1.5 text-[13px] relative`}>
      <time className="text-text3" dateTime={step.at} title={fullTime(step.at, zone)}>
        {listTime(step.at, undefined, zone)}
      </time>
      <span className="text-right text-text3">{stepOffset(step.at, receivedAt)}</span>
      <i className={dots[urgent ? 'urgent' : tone]} aria-hidden="true" />
      <p className={`wrap-anywhere ${tone === 'machine' ? 'text-[13px] text-text2' : 'text-sm'}`}>
        {title ?? <StepLabel step={step} nameOf={nameOf} />}
        {step.userName !== null && <span className="quiet"> · {step.userName}</span>} <StepPosition step={step} />
        {children}
      </p>
      {below}
    </li>
  );
}
