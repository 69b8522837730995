import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { customerApi } from '#features/customer/contract.ts';
import { can } from '#web/api/session.ts';
import { useDictionaryLists } from '#web/data/dictionary.ts';
import { SlotBoundary } from '#web/screen/SlotBoundary.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useScreenData } from '#web/screen/useScreenData.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { CommunicationLine, RecordHead } from '#features/customer/web/record/RecordHead.tsx';
import './record.css';
import { RecordNav } from './RecordNav.tsx';
import { sections } from '#features/customer/web/record/sections.ts';

/** Page of one customer: head, red flags and sections (domain.md 6.3). */
export function RecordPage({ id }: { id: string }) {
  const { setTitle } = useScreen();
  // Dictionary labels may load after the record.
  useDictionaryLists();
  const { data: record, problem, reload } = useScreenData(customerApi.getCustomer, { id });
  const name = record?.name;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  const client = useQueryClient();
  // Every query of this page has the customer's id in its key.
  const changed = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [, input] }) =>
        typeof input === 'object' && input !== null && Object.values(input).includes(id),
    });
  if (!record) return <TreeTrouble what="客户" problem={problem} onRetry={() => void reload()} />;
  const shown = sections.filter(({ permission }) => !permission || can(permission));
  return (
    <div className="record-page flex flex-col min-h-0 bg-container h-full">
      <RecordHead record={record} changed={changed} />
      <CommunicationLine record={record} />
      {problem && (
        <Strip tone="warn" role="alert">
          资料没有更新：{problem}。下面是上次取到的。
          <button type="button" className="link" onClick={changed}>
            重试
          </button>
        </Strip>
      )}
      <div className="record-body">
        <RecordNav record={record} sections={shown} />
        <div className="record-sections overflow-y-auto" data-scroll="record">
          {shown.map(({ key, title, Body }) => (
            <section key={key} className="border-b border-line" data-section={key} aria-labelledby={`record-${key}`}>
              <h2 id={`record-${key}`} className="text-base leading-6" tabIndex={-1}>
                {title}
              </h2>
              <SlotBoundary missing={`「${title}」没有显示出来，其他部分不受影响。`}>
                <Body record={record} changed={changed} />
              </SlotBoundary>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
