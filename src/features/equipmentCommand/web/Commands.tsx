import type { SectionProps } from '#features/equipment/web/service.ts';
import CommandSection from './CommandSection.tsx';

/** Shows available commands, sent commands and their results. */
export default function Commands({ device: { id } }: SectionProps) {
  return <CommandSection equipmentId={id} />;
}
