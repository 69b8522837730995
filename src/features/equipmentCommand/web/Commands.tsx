import CommandSection from './CommandSection.tsx';
import type { SectionProps } from '#features/equipment/web/record/types.ts';

/** Shows available commands, sent commands and their results. */
export function Commands({ device: { id } }: SectionProps) {
  return <CommandSection equipmentId={id} />;
}
