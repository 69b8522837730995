import { BandTable, ReadingTable } from '#features/reading/web/service.ts';
import type { SectionProps } from '#web/record/section.ts';
import type { ShownArchive } from './sections.tsx';

/** Values behind the charts. */
export function Readings({ record, changed }: SectionProps<ShownArchive>) {
  const { id, name, sealed, summary, person } = record;
  return (
    <ReadingTable
      person={{ id, name, oxygenScale: summary.oxygenScale }}
      sealed={sealed}
      zone={person.timeZone}
      onChanged={changed}
    />
  );
}

/** Limits by which the values are judged. */
export function Bands({ record: { id, name, sealed }, changed }: SectionProps<ShownArchive>) {
  return <BandTable customer={{ id, name }} sealed={sealed} onChanged={changed} />;
}
