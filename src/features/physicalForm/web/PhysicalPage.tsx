import { lazy, Suspense, useEffect, useMemo } from 'react';
import { listLink, physicalApi } from '#features/physical/contract.ts';
import { catalogueOf } from '#shared/physical/catalogues.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { StaleStrip } from '#web/ui/StaleStrip.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { FollowUpForm } from './followUp/FollowUpForm.tsx';
import { ItemTable } from './ItemTable.tsx';
import { PhysicalFoot } from './PhysicalFoot.tsx';
import { PhysicalHead } from './PhysicalHead.tsx';
import type { PhysicalRecord } from './record.ts';
import { SectionNav } from './SectionNav.tsx';
import { SidePanel } from './side/SidePanel.tsx';
import { useExamForm } from './useExamForm.ts';
import '#web/record/record.css';
import './exam.css';
import './examPhone.css';

const YearsView = lazy(() => import('./years/YearsView.tsx'));
const PhysicalPaper = lazy(() => import('./print/PhysicalPaper.tsx'));

interface Props {
  record: PhysicalRecord;
  catalogue: NonNullable<ReturnType<typeof catalogueOf>>;
  problem: string | undefined;
  reload: () => Promise<void>;
}

function Examination({ record, catalogue, problem, reload }: Props) {
  const { query, setQuery } = useScreen();
  const form = useExamForm(record, catalogue, reload);
  const isComparing = query.get('view') === 'years';
  const isPrinting = query.get('print') === '1';
  const isFollowing = query.get('followUp') === '1';
  return (
    <div
      ref={form.frame}
      className="record-page exam-page flex flex-col min-h-0 bg-container h-full"
      data-scroll="exam"
    >
      <PhysicalHead
        form={form}
        changed={reload}
        isComparing={isComparing}
        onCompare={() => setQuery({ view: isComparing ? null : 'years' })}
        onPrint={() => setQuery({ print: '1' })}
        onFollowUp={() => setQuery({ followUp: '1' })}
      />
      <NoteStrip record={record} />
      {problem && <StaleStrip what="体检" problem={problem} onRetry={() => void reload()} />}
      {isComparing ? (
        <Suspense fallback={null}>
          <YearsView form={form} />
        </Suspense>
      ) : (
        <>
          <div className="exam-body">
            <SectionNav form={form} />
            <div className="overflow-auto scroll-pt-10 scroll-pb-2 max-md:overflow-visible" data-scroll="items">
              <ItemTable form={form} />
            </div>
            <SidePanel form={form} />
          </div>
          <PhysicalFoot form={form} />
        </>
      )}
      {isFollowing && (
        <FollowUpForm form={form} onDone={() => void reload()} onClosed={() => setQuery({ followUp: null })} />
      )}
      {isPrinting && (
        <Suspense fallback={null}>
          <PhysicalPaper form={form} onClose={() => setQuery({ print: null })} />
        </Suspense>
      )}
    </div>
  );
}

/** Shows why a draft was sent back, or why an examination is void. */
function NoteStrip({ record: { status, reviewNote, voidReason } }: Pick<Props, 'record'>) {
  const [title, note] =
    status === 'void' ? ['作废原因', voidReason] : ['审核退回', status === 'draft' ? reviewNote : null];
  if (note === null) return null;
  return (
    <Strip tone="warn" role="status">
      <b className="flex-none">{title}</b>
      <span className="wrap-anywhere">{note}</span>
    </Strip>
  );
}

/** Page of one examination (picture 23): sections, items with flags as typed, what is abnormal, the paper. */
export default function PhysicalPage({ id }: { id: string }) {
  const { data, problem, reload } = useCall(physicalApi.getPhysical, { id }, { first: true });
  const { setTitle } = useScreen();
  // Dictionary labels may load after the record.
  useDictionaryLists();
  const title = data && `${data.customerName} ${data.date.slice(0, 4)} 体检`;
  useEffect(() => {
    if (title) setTitle(title);
  }, [title, setTitle]);
  const version = data?.catalogue;
  const catalogue = useMemo(() => (version === undefined ? undefined : catalogueOf(version)), [version]);
  if (!data)
    return (
      <>
        <TreeTrouble what="体检" problem={problem} onRetry={() => void reload()} />
        {problem && (
          <a className="block text-center" href={listLink()}>
            体检列表
          </a>
        )}
      </>
    );
  if (!catalogue)
    return (
      <TreeTrouble what="体检项目" problem="这份体检用的是更新的项目表，请刷新页面" onRetry={() => location.reload()} />
    );
  return <Examination record={data} {...{ catalogue, problem, reload }} />;
}
