import type { ReactNode } from 'react';
import { fullTime, listTime } from '#web/data/format.ts';
import { StepPosition } from '../StepPosition.tsx';
import { hasHeading, type NameOf, type StepTone, stepOffset, stepText, stepTone } from '../stepText.ts';
import type { WarnStep } from '../types.ts';

const dots: Record<StepTone, string> = {
  urgent: 'dot tone-urgent in-tone',
  talk: 'dot tone-info in-tone',
  good: 'dot green',
  calm: 'dot hollow teal',
  machine: 'dot hollow faint',
};

export interface StepRowProps {
  step: WarnStep;
  receivedAt: string;
  /** Of the alarm's project. */
  zone: string;
  nameOf: NameOf;
}

interface Props extends StepRowProps {
  /** In the place of the step's own words and note. */
  title?: string | undefined;
  /** Something about it needs somebody's attention. */
  urgent?: boolean;
  children?: ReactNode;
  /** Beneath its line. */
  below?: ReactNode;
}

/** What a person wrote in a note stands out, what the product wrote does not. */
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

/** One step: when, how long after the reception, what, and who. What the product did by itself stands back. */
export function StepRow({ step, receivedAt, zone, nameOf, title, urgent, children, below }: Props) {
  const tone = stepTone(step);
  return (
    <li className={`step ${tone} in-grid gap-6 f13 relative`}>
      <time className="faint" dateTime={step.at} title={fullTime(step.at, zone)}>
        {listTime(step.at, undefined, zone)}
      </time>
      <span className="text-end faint">{stepOffset(step.at, receivedAt)}</span>
      <i className={dots[urgent ? 'urgent' : tone]} aria-hidden="true" />
      <p className={`anywhere ${tone === 'machine' ? 'f13 soft' : 'f14'}`}>
        {title ?? <StepLabel step={step} nameOf={nameOf} />}
        {step.userName !== null && <span className="quiet"> · {step.userName}</span>} <StepPosition step={step} />
        {children}
      </p>
      {below}
    </li>
  );
}
