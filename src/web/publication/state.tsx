import type { LucideIcon } from 'lucide-react';
import './publication.css';

/** `done`: published; `waits`: for its time; `asks`: for a review. */
export interface StateSign {
  glyph: LucideIcon;
  tone?: 'done' | 'waits' | 'asks';
}

const tones = { plain: '', done: '', waits: 'text-level4-text', asks: 'text-level2-text' };

/** Makes a component that draws a state as icon and label. */
export function stateOf<S extends string>(labels: Readonly<Record<S, string>>, signs: Readonly<Record<S, StateSign>>) {
  return function State({ status }: { status: S }) {
    const { glyph: Glyph, tone = 'plain' } = signs[status];
    return (
      <span className={`inline-flex items-center gap-1.5 ${tones[tone] || 'text-text2'}`}>
        <Glyph className={tone === 'done' ? 'text-success' : ''} size={14} aria-hidden="true" />
        {labels[status]}
      </span>
    );
  };
}
