import { createContext, type RefObject, useContext } from 'react';
import type { Draft } from '../draft/draft.ts';
import type { ChangeDraft } from './useScaleDraft.ts';

/** What the parts of the editor share. */
export interface Editing {
  draft: Draft;
  change: ChangeDraft;
  /** Returns the problem at a place, once it is to be shown. */
  problemAt: (place: string) => string | undefined;
  /** Number of problems at a place and below it. */
  countBelow: (place: string) => number;
  /** The form, in which fields are looked for. */
  form: RefObject<HTMLElement | null>;
  /** Index of the item whose form is open. */
  openItem: number | undefined;
  setOpenItem: (index: number | undefined) => void;
}

export const EditingContext = createContext<Editing | null>(null);

/** Returns what the editor shares with its parts. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('useEditing outside of the editor');
  return editing;
}
