import { CircleCheck, CircleDashed, CircleSlash, Pause } from 'lucide-react';
import { unconsented } from '#features/consent/contract.ts';
import type { ConsentValidity, serviceStates } from '#shared/codes.ts';
import { labelOf } from '#web/data/dictionary.ts';

type State = keyof typeof serviceStates;

const signs = { pending: CircleDashed, paused: Pause, ended: CircleSlash, deceased: CircleCheck };

const tones: Partial<Record<State, string>> = {
  paused: 'text-level2-text',
  ended: 'text-text2',
  deceased: 'text-text2',
};

interface Props {
  state: State;
  /** Expected return of a paused customer. */
  returnDate?: string | null;
  /** Validity of the basic consent; if it is not valid, 服务中 is replaced by the reason. */
  consent?: ConsentValidity;
}

/** Shows a service state; text and shape carry the meaning, colour only repeats it. */
export function ServiceState({ state, returnDate, consent = 'valid' }: Props) {
  if (state === 'active' && consent !== 'valid')
    return (
      <span className="text-level2-text" title={`${labelOf('service_state', state)}，${unconsented[consent]}`}>
        {unconsented[consent]}
      </span>
    );
  const Sign = state === 'active' ? undefined : signs[state];
  return (
    <span
      className={`inline-flex items-center gap-1.5 ${tones[state] ?? ''}`}
      title={state === 'paused' && returnDate ? `预计 ${returnDate} 返回` : undefined}
    >
      {Sign ? (
        <Sign size={12} aria-hidden {...(state === 'paused' && { fill: 'currentColor', strokeWidth: 1 })} />
      ) : (
        <i className="service-dot dot text-success" aria-hidden />
      )}
      {labelOf('service_state', state)}
    </span>
  );
}
