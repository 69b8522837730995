import type { SlotProps } from '#web/screen/manifest.ts';
import { PhysicalSection } from './PhysicalSection.tsx';

/** 体检 on the record of a customer. */
export default function CustomerSection({ record: { id, name } }: SlotProps<'customerSection'>) {
  return <PhysicalSection customerId={id} name={name} />;
}
