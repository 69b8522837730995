import type { AssessmentRow } from '../contract.ts';

type Listed = Pick<AssessmentRow, 'id' | 'scale' | 'scaleVersion'>;
type Scale = Omit<Listed, 'id'>;

const scales = new Map<string, Scale>();

/** Records the scale of an assessment that is opened from a list: its page loads both at once. */
export function recordScale({ id, scale, scaleVersion }: Listed): void {
  scales.set(id, { scale, scaleVersion });
}

/** Returns the scale that a list named; undefined for an assessment opened by address. */
export const listedScale = (id: string): Scale | undefined => scales.get(id);
