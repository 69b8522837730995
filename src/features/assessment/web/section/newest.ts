import { type AssessmentRow, isFinished } from '../../contract.ts';

/** Assessments of one scale: the newest that holds or held, and what is under way. */
export interface ScaleLine {
  scale: string;
  /** Finished or expired; absent while the first one is under way. */
  result: AssessmentRow | undefined;
  /** Draft, or waiting for its review. */
  open: AssessmentRow | undefined;
}

const isOpen = ({ status }: AssessmentRow) => status === 'draft' || status === 'review';

/** Returns a line per scale in the order of the rows, which are newest first. */
export function newestByScale(rows: readonly AssessmentRow[]): ScaleLine[] {
  const groups = Map.groupBy(
    rows.filter((row) => isFinished(row) || isOpen(row)),
    ({ scale }) => scale,
  );
  return [...groups].map(([scale, ofScale]) => ({
    scale,
    result: ofScale.find(isFinished),
    open: ofScale.find(isOpen),
  }));
}
