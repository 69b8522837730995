import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { archiveApi, sectionTitles } from '#features/archive/contract.ts';
import { genders } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { RecordPage } from '#web/record/RecordPage.tsx';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { bloodText, Completeness } from './parts.tsx';
import { archiveSections, type ShownArchive } from './sections.tsx';

type Archive = OutputOf<typeof archiveApi.getArchive>;

/** Name, red flags, chronic groups, and what is missing (picture 06). */
function Head({ archive: { person, summary, completeness, missing, sealed } }: { archive: Archive }) {
  const { name, gender, age } = person;
  return (
    <header className="flex flex-wrap items-start justify-between gap-3 px-4 py-3 border-b border-line">
      <div>
        <h2 className="flex flex-wrap items-baseline gap-2">
          {name}
          <span className="font-normal text-[13px] text-text2">
            {[genders[gender as keyof typeof genders], age !== null && `${age} 岁`, bloodText(summary)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </h2>
        <ul className="flex flex-wrap gap-1.5 mt-2 p-0" aria-label="警示">
          {summary.redFlags.map((flag) => (
            <li
              key={flag}
              className="record-flag inline-flex items-center gap-1.25 px-2 font-bold leading-6 text-level1-text"
            >
              <TriangleAlert size={14} aria-hidden />
              {flag}
            </li>
          ))}
          {summary.chronic.map((code) => (
            <li key={code} className="inline-flex">
              <Badge>{labelOf('chronic', code)}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <div className="text-[13px]">
        <span className="text-text2">档案完整度</span> <Completeness percent={completeness} />
        {missing.length > 0 && (
          <p className="mt-1 text-level2-text">缺 {missing.map((key) => sectionTitles[key]).join('、')}</p>
        )}
      </div>
      {sealed && <Strip>档案已封存，不能修改</Strip>}
    </header>
  );
}

/** Page of one health archive: head and sections. */
export default function ArchivePage({ id }: { id: string }) {
  const { data, problem, reload } = useCall(archiveApi.getArchive, { customerId: id }, { first: true });
  const changed = useRecordChanged(id);
  const record = useMemo((): ShownArchive | undefined => data && { ...data, id, name: data.person.name }, [data, id]);
  if (!record) return <TreeTrouble what="健康档案" problem={problem} onRetry={() => void reload()} />;
  const reread = () => {
    changed();
    void reload();
  };
  return (
    <RecordPage record={record} changed={reread} sections={archiveSections} problem={problem}>
      <Head archive={record} />
    </RecordPage>
  );
}
