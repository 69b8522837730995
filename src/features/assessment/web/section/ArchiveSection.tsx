import type { SlotProps } from '#web/screen/manifest.ts';
import { AssessmentSection } from './AssessmentSection.tsx';

/** Assessments on the page of a health archive. */
export default function ArchiveSection({ record: { id, sealed }, changed }: SlotProps<'archiveSection'>) {
  return <AssessmentSection customerId={id} sealed={sealed} changed={changed} />;
}
