import { useEffect, useRef, useState } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import type { AssessmentDetail } from '../contract.ts';
import { askToChange } from './askToChange.ts';

interface Editing {
  /** The form of a submitted assessment is open, and its user agreed to what a change drops. */
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** Opens the form of a submitted assessment at `?edit=1`, after the question: by address or reload as well. */
export function useEditing(assessment: AssessmentDetail | undefined): Editing {
  const { active, query, setQuery } = useScreen();
  const [agreed, setAgreed] = useState(false);
  const asks = useRef(false);
  const isRequested = query.get('edit') === '1';
  const isAllowed = assessment !== undefined && mayChange(assessment);
  // A changed answer made it a draft: submitted again, it shows its result.
  const isOver = isRequested && assessment !== undefined && !isAllowed;
  useEffect(() => {
    if (isOver) setQuery({ edit: null });
  }, [isOver, setQuery]);
  useEffect(() => {
    if (!isRequested) setAgreed(false);
  }, [isRequested]);
  useEffect(() => {
    if (!assessment || !isAllowed || !isRequested || agreed || !active || asks.current) return;
    asks.current = true;
    void askToChange(assessment).then((goesOn) => {
      asks.current = false;
      if (goesOn) setAgreed(true);
      else setQuery({ edit: null });
    });
  }, [assessment, isAllowed, isRequested, agreed, active, setQuery]);
  return {
    isOpen: isAllowed && isRequested && agreed,
    open: () => setQuery({ edit: '1' }),
    close: () => setQuery({ edit: null }),
  };
}

export const mayChange = ({ status, can }: AssessmentDetail) => status === 'review' && can.save;
