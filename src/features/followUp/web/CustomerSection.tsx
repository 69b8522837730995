import { followUpApi, followUpKinds, followUpStates, satisfactions } from '#features/followUp/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';

type FollowUp = OutputOf<typeof followUpApi.getFollowUpList>;

/** Number of latest calls shown. */
const shown = 10;

const columns: Column<FollowUp>[] = [
  {
    key: 'due',
    title: '时间',
    render: ({ doneAt, due }) => <time title={fullTime(doneAt ?? due)}>{listTime(doneAt ?? due)}</time>,
  },
  { key: 'kind', title: '类别', render: ({ kind }) => followUpKinds[kind] },
  { key: 'state', title: '状态', render: ({ state }) => followUpStates[state] },
  { key: 'satisfaction', title: '满意度', render: ({ satisfaction }) => satisfaction && satisfactions[satisfaction] },
  { key: 'assigneeName', title: '负责人', render: ({ doneBy, assigneeName }) => doneBy ?? assigneeName },
  { key: 'note', title: '记录', render: ({ note, request }) => note ?? request },
];

/** Shows follow-up calls to the customer, due ones and results, newest first. */
export default function CustomerSection({ record: { id } }: SlotProps<'customerSection'>) {
  const rows = useCall(followUpApi.getFollowUpList, { customerId: id, view: 'all', limit: shown });
  return (
    <SectionRows {...rows} what="回访" nothing="没有回访">
      {(items) => <PanelTable className="record-table" label="回访" columns={columns} rows={items} />}
    </SectionRows>
  );
}
