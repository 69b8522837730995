import type { ComponentType } from 'react';
import { type Picked, ReadingTrend } from '#features/trend/web/service.ts';
import { can } from '#web/api/session.ts';
import { fullTime } from '#web/data/format.ts';
import { RecordNav } from '#web/record/RecordNav.tsx';
import type { OwnSection, SectionProps, ShownSection } from '#web/record/section.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { SlotView, slotsOf } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { KnownColumn } from './KnownColumn.tsx';
import { Bands, Readings } from './Readings.tsx';
import { archiveSections, type ShownArchive } from './sections.tsx';
import { Timeline } from './Timeline.tsx';

/** Parts beside the sections. */
const trend = { key: 'trend', title: '体征趋势', sort: 0, Body: () => null } satisfies OwnSection<ShownArchive>;
const readings = { key: 'reading', title: '体征记录', sort: 5, Body: Readings } satisfies OwnSection<ShownArchive>;
const bands = { key: 'band', title: '体征界限', sort: 6, Body: Bands } satisfies OwnSection<ShownArchive>;
const timeline = { key: 'timeline', title: '时间线', sort: 90, Body: Timeline } satisfies OwnSection<ShownArchive>;
const added = slotsOf('archiveSection');
const parts: readonly ShownSection<ShownArchive>[] = [
  trend,
  readings,
  bands,
  ...archiveSections,
  ...added,
  timeline,
].toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
const isOffered = ({ permission }: ShownSection<ShownArchive>) => permission === undefined || can(permission);

/** Formats an instant as the filters of lists write it. */
const minuteOf = (iso: string) => fullTime(iso).slice(0, 16).replace(' ', 'T');

interface PartProps extends SectionProps<ShownArchive> {
  title: string;
  Body: ComponentType<SectionProps<ShownArchive>>;
}

function Part({ title, Body, ...props }: PartProps) {
  return (
    <SlotBoundary missing={`「${title}」没有显示出来，其他部分不受影响。`}>
      <Body {...props} />
    </SlotBoundary>
  );
}

/** List of the parts, the chosen one, and what is known beside it. */
export function ArchiveBody({ record, changed, at }: SectionProps<ShownArchive> & { at: number }) {
  const { query, setQuery } = useScreen();
  const { id, latest, person } = record;
  const pick = ({ kinds, from, to }: Picked) =>
    setQuery({ section: 'reading', kind: kinds.join(), from: minuteOf(from), to: minuteOf(to) });
  const offered = parts.filter(isOffered);
  const shown = offered.find(({ key }) => key === query.get('section')) ?? trend;
  return (
    <div className="record-body archive-body">
      <RecordNav record={record} sections={offered} />
      <div className="archive-main overflow-y-auto p-4" data-scroll="archive" data-section={shown.key}>
        {shown === trend ? (
          <SlotBoundary missing="「体征趋势」没有显示出来，其他部分不受影响。">
            <ReadingTrend customerId={id} latest={latest} zone={person.timeZone} at={at} onPick={pick} />
          </SlotBoundary>
        ) : (
          <>
            <h2 className="mb-3 text-base leading-6" tabIndex={-1}>
              {shown.title}
            </h2>
            {'Body' in shown ? (
              <Part key={shown.key} title={shown.title} Body={shown.Body} record={record} changed={changed} />
            ) : (
              <SlotView<'archiveSection'>
                slot={shown}
                props={{ record, changed }}
                missing={`「${shown.title}」没有显示出来，其他部分不受影响。`}
              />
            )}
          </>
        )}
      </div>
      <KnownColumn archive={record} />
    </div>
  );
}
