import { useEffect, useMemo } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import '#web/record/record.css';
import './archive.css';
import { SignTiles } from '#features/trend/web/service.ts';
import { ArchiveActions } from './ArchiveActions.tsx';
import { ArchiveBody } from './ArchiveBody.tsx';
import { ArchiveHead } from './ArchiveHead.tsx';
import { Highlights } from './Highlights.tsx';
import type { ShownArchive } from './sections.tsx';
import { useNewestValues } from './useNewestValues.ts';

/** Page of one health archive: ten seconds of first look, then trend and sections (picture 06). */
export default function ArchivePage({ id }: { id: string }) {
  const { data, at, problem, reload } = useCall(archiveApi.getArchive, { customerId: id }, { first: true });
  const { setTitle, setQuery } = useScreen();
  const changed = useRecordChanged(id);
  // Dictionary labels may load after the archive.
  useDictionaryLists();
  const stored = useMemo((): ShownArchive | undefined => data && { ...data, id, name: data.person.name }, [data, id]);
  const latest = useNewestValues(stored, id, reload);
  const record = useMemo(() => stored && { ...stored, latest }, [stored, latest]);
  const name = record?.name;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  if (!record) return <TreeTrouble what="健康档案" problem={problem} onRetry={() => void reload()} />;
  return (
    <div className="record-page archive-page flex flex-col min-h-0 bg-container h-full">
      <ArchiveHead archive={record}>
        <ArchiveActions {...{ record, changed }} />
      </ArchiveHead>
      {problem && <StaleStrip what="健康档案" problem={problem} onRetry={changed} />}
      <div className="archive-glance grid flex-none border-b border-line">
        <Highlights archive={record} />
        <SignTiles
          customerId={id}
          latest={record.latest}
          zone={record.person.timeZone}
          at={at}
          onSelect={() => setQuery({ section: null })}
        />
      </div>
      <ArchiveBody {...{ record, changed, at }} />
    </div>
  );
}
