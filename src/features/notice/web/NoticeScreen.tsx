import { lazy, Suspense, useState } from 'react';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { optionsOf } from '#web/data/dictionary.ts';
import { useCall } from '#web/screen/useCall.ts';
import { audienceKinds, type NoticeRow, notice, noticeApi } from '../contract.ts';
import type { Options } from './AudienceField.tsx';
import { actionsOf } from './actions.ts';
import { cells, columns } from './columns.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import './notice.css';
import { valuesOf } from './noticeFields.tsx';

const Preview = lazy(() => import('./Preview.tsx'));
const Receipts = lazy(() => import('./Receipts.tsx'));

const endpoints = {
  list: noticeApi.getNoticeList,
  get: noticeApi.getNotice,
  add: noticeApi.addNotice,
  edit: noticeApi.editNotice,
};
const filters: readonly FilterSpecOf<typeof noticeApi.getNoticeList>[] = [
  ['keyword', { label: '标题', width: 144 }],
  ['type', { width: 124 }],
  ['level', { width: 112 }],
  {
    kind: 'select',
    field: 'audienceKind',
    label: '接收范围',
    options: optionsOf(audienceKinds),
    width: 136,
  },
  'publishedAt',
];
const none: Options = { roles: [], users: [], departments: [] };

/** Notices to staff: drafting, publishing, reading (domain.md 6.8). */
export default function NoticeScreen() {
  const [read, setRead] = useState<NoticeRow>();
  const linkedNotice = useCall(noticeApi.getNoticeOption, {}, { staleTime: 60_000 });

  return (
    <>
      <ListScreen
        resource={notice}
        endpoints={endpoints}
        cells={cells}
        columns={columns}
        filters={filters}
        tabs="status"
        addLabel="起草通知"
        nothing="还没有通知。"
        valuesOf={valuesOf}
        formOf={(slot) => <NoticeForm slot={slot} options={linkedNotice.data ?? none} />}
        actions={(listActions) => actionsOf(listActions, setRead)}
        show={(row, onClose) => (
          <Suspense>
            <Preview row={row} onClose={onClose} />
          </Suspense>
        )}
        table={{ actionsWidth: 176 }}
      />
      {read && (
        <Suspense>
          <Receipts notice={read} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
    </>
  );
}
