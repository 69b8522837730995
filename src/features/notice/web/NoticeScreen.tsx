import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { call } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';
import { useOptions } from '#web/data/dictionary.ts';
import { PublicationList } from '#web/publication/PublicationList.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { Filter, Option } from '#web/table/types.ts';
import { audienceKinds, type NoticeRow, noticeApi, noticeLevels, noticeStatuses } from '../contract.ts';
import type { Options } from './AudienceField.tsx';
import { actionsOf } from './actions.ts';
import { columns } from './columns.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import './notice.css';
import { valuesOf } from './noticeFields.tsx';

const Preview = lazy(() => import('./Preview.tsx'));
const Receipts = lazy(() => import('./Receipts.tsx'));

const optionsOf = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([value, label]) => ({ value, label }));

function filtersOf(types: readonly Option[]): readonly Filter[] {
  return [
    { kind: 'text', field: 'keyword', label: '标题', placeholder: '标题', width: 144 },
    { kind: 'multi', field: 'type', label: '类型', options: types, width: 124 },
    { kind: 'multi', field: 'level', label: '级别', options: optionsOf(noticeLevels), width: 112 },
    { kind: 'select', field: 'audienceKind', label: '接收范围', options: optionsOf(audienceKinds), width: 136 },
    { kind: 'dates', from: 'publishedFrom', to: 'publishedTo', label: '发布时间', unit: 'instant' },
  ];
}

const none: Options = { roles: [], users: [], departments: [] };

/** Notices to staff: drafting, publishing, reading (domain.md 6.8). */
export default function NoticeScreen() {
  const { active } = useScreen();
  const [read, setRead] = useState<NoticeRow>();
  const types = useOptions('notice_type');
  const asked = useQuery({
    queryKey: ['notice', 'option'],
    queryFn: ({ signal }) => call(noticeApi.getNoticeOption, {}, { signal }),
    staleTime: 60_000,
    enabled: active,
  });
  const filters = useMemo(() => filtersOf(types), [types]);

  return (
    <>
      <PublicationList
        name="notice"
        noun="通知"
        endpoint={noticeApi.getNoticeList}
        columns={columns}
        filters={filters}
        statuses={noticeStatuses}
        add={can('notice:add') ? '起草通知' : null}
        valuesOf={valuesOf}
        form={(slot) => <NoticeForm slot={slot} options={asked.data ?? none} types={types} />}
        actions={(hand) => actionsOf(hand, setRead)}
        preview={(row, onClose) => (
          <Suspense>
            <Preview row={row} onClose={onClose} />
          </Suspense>
        )}
      />
      {read && (
        <Suspense>
          <Receipts notice={read} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
    </>
  );
}
