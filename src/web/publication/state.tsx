import type { LucideIcon } from 'lucide-react';
import './publication.css';

/** `done`: out; `waits`: for its time; `asks`: for somebody's judgement. */
export interface StateSign {
  glyph: LucideIcon;
  tone?: 'done' | 'waits' | 'asks';
}

/** Draws a state as glyph and word. */
export function stateOf<S extends string>(words: Readonly<Record<S, string>>, signs: Readonly<Record<S, StateSign>>) {
  return function State({ status }: { status: S }) {
    const { glyph: Glyph, tone = '' } = signs[status];
    return (
      <span className={`publication-state ${tone} inline gap-6 soft`}>
        <Glyph size={14} aria-hidden="true" />
        {words[status]}
      </span>
    );
  };
}
