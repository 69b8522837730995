import { customerApi } from '#features/customer/contract.ts';
import { RecordPage } from '#web/record/RecordPage.tsx';
import { useRecordChanged } from '#web/record/useRecordChanged.ts';
import { useSectionsLoaded } from '#web/record/useSectionsLoaded.ts';
import { useCall } from '#web/screen/useCall.ts';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { CommunicationLine, RecordHead } from './RecordHead.tsx';
import { sections } from './sections.ts';

/** Page of one customer: head, red flags and sections (domain.md 6.3). */
export default function CustomerPage({ id }: { id: string }) {
  const { data: record, problem, reload } = useCall(customerApi.getCustomer, { id }, { first: true });
  const loaded = useSectionsLoaded(sections);
  const changed = useRecordChanged(id);
  if (!record || !loaded) return <TreeTrouble what="客户" problem={problem} onRetry={() => void reload()} />;
  return (
    <RecordPage {...{ record, changed, sections, problem }}>
      <RecordHead record={record} changed={changed} />
      <CommunicationLine record={record} />
    </RecordPage>
  );
}
