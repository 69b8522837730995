import CommandSection from '../command/CommandSection.tsx';
import type { SectionProps } from './types.ts';

/** Shows available commands, sent commands and their results. */
export function Commands({ device: { id } }: SectionProps) {
  return <CommandSection equipmentId={id} />;
}
