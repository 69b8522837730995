import type { SlotProps } from '#web/screen/manifest.ts';
import { AssessmentSection } from './AssessmentSection.tsx';

/** Assessments on a customer's record. */
export default function CustomerSection({ record: { id, sealed }, changed }: SlotProps<'customerSection'>) {
  return <AssessmentSection customerId={id} sealed={sealed} changed={changed} />;
}
