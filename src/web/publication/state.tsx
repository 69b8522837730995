import type { LucideIcon } from 'lucide-react';
import './publication.css';

/** `done`: published; `waits`: for its time; `asks`: for a review. */
export interface StateSign {
  glyph: LucideIcon;
  tone?: 'done' | 'waits' | 'asks';
}

const tones = { plain: '', done: '', waits: 'blue', asks: 'amber' };

/** Makes a component that draws a state as icon and label. */
export function stateOf<S extends string>(labels: Readonly<Record<S, string>>, signs: Readonly<Record<S, StateSign>>) {
  return function State({ status }: { status: S }) {
    const { glyph: Glyph, tone = 'plain' } = signs[status];
    return (
      <span className={`inline gap-6 soft ${tones[tone]}`}>
        <Glyph className={tone === 'done' ? 'green' : ''} size={14} aria-hidden="true" />
        {labels[status]}
      </span>
    );
  };
}
