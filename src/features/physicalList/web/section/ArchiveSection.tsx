import type { SlotProps } from '#web/screen/manifest.ts';
import { PhysicalSection } from './PhysicalSection.tsx';

/** 体检 on the page of a health archive. */
export default function ArchiveSection({ record: { id, name } }: SlotProps<'archiveSection'>) {
  return <PhysicalSection customerId={id} name={name} />;
}
