import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { DialogFormHandle } from '#web/form/types.ts';
import { call } from '#web/request.ts';
import { can } from '#web/session.ts';
import { useHotkey } from '#web/shell/hotkeys.ts';
import { useScreen } from '#web/shell/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import type { DataTableHandle, Filter, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import {
  audienceKinds,
  type NoticeRow,
  type NoticeStatus,
  noticeApi,
  noticeLevels,
  noticeStatuses,
} from '../contract.ts';
import type { Options } from './AudienceField.tsx';
import { columns } from './columns.tsx';
import { copy, pin, publish, remove, withdraw } from './deeds.ts';
import { NoticeBody } from './NoticeBody.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import './notice.css';
import { valuesOf } from './noticeFields.tsx';

const Receipts = lazy(() => import('./Receipts.tsx'));

const optionsOf = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).map(([value, label]) => ({ value, label }));
const views = [{ key: 'all' as const, label: '全部' }, ...Object.entries(noticeStatuses).map(viewOf)];

function viewOf([key, label]: [string, string]) {
  return { key: key as NoticeStatus, label };
}

function filtersOf(options: Options): readonly Filter[] {
  return [
    { kind: 'text', field: 'keyword', label: '标题', placeholder: '标题', width: 160 },
    { kind: 'multi', field: 'type', label: '类型', options: options.types, width: 140 },
    { kind: 'multi', field: 'level', label: '级别', options: optionsOf(noticeLevels), width: 120 },
    { kind: 'select', field: 'audienceKind', label: '接收范围', options: optionsOf(audienceKinds), width: 148 },
    { kind: 'dates', from: 'publishedFrom', to: 'publishedTo', label: '发布时间', unit: 'instant' },
  ];
}

const none: Options = { types: [], roles: [], users: [], departments: [] };

/** Notices to staff: drafting, publishing, reading (domain.md 6.8). */
export default function NoticeScreen() {
  const { active, query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<NoticeRow>>(null);
  const form = useRef<DialogFormHandle>(null);
  const [editing, setEditing] = useState(false);
  const [read, setRead] = useState<NoticeRow>();
  const [preview, setPreview] = useState<NoticeRow>();
  const asked = useQuery({
    queryKey: ['notice', 'option'],
    queryFn: ({ signal }) => call(noticeApi.getNoticeOption, {}, { signal }),
    staleTime: 60_000,
    enabled: active,
  });
  const options = asked.data ?? none;
  const filters = useMemo(() => filtersOf(options), [options]);
  function openForm(row?: NoticeRow): void {
    setEditing(row !== undefined);
    form.current?.open(row && valuesOf(row));
  }
  const add = () => can('notice:add') && openForm();
  useHotkey('Alt N', add, active);

  const view = views.find(({ key }) => key === query.get('view'))?.key ?? 'all';
  const reload = () => table.current?.reload({ keepPlace: true });
  const after = (changed: Promise<boolean>) => void changed.then((did) => did && reload());
  const actions: RowAction<NoticeRow>[] = [
    { key: 'preview', label: '预览', onClick: setPreview },
    {
      key: 'publish',
      label: '发布',
      onClick: (row) => after(publish(row)),
      shown: (row) => row.status === 'draft' && can('notice:publish'),
    },
    {
      key: 'edit',
      label: '编辑',
      onClick: openForm,
      shown: (row) => row.status === 'draft' && can('notice:edit'),
    },
    { key: 'receipts', label: '阅读情况', onClick: setRead, shown: (row) => row.audienceCount > 0 },
    {
      key: 'withdraw',
      label: '撤回',
      onClick: (row) => after(withdraw(row)),
      shown: (row) => ['waiting', 'published'].includes(row.status) && can('notice:withdraw'),
    },
    {
      key: 'pin',
      label: '置顶',
      onClick: (row) => after(pin(row)),
      shown: (row) => !row.pinned && can('notice:publish'),
    },
    {
      key: 'unpin',
      label: '取消置顶',
      onClick: (row) => after(pin(row)),
      shown: (row) => row.pinned && can('notice:publish'),
    },
    { key: 'copy', label: '复制', onClick: (row) => after(copy(row)), shown: () => can('notice:add') },
    {
      key: 'delete',
      label: '删除',
      tone: 'danger',
      onClick: (row) => after(remove([row])),
      shown: (row) => row.status === 'draft' && can('notice:delete'),
    },
  ];

  return (
    <>
      <DataTable
        ref={table}
        name="notice"
        noun="通知"
        endpoint={noticeApi.getNoticeList}
        columns={columns}
        filters={filters}
        params={view === 'all' ? {} : { status: [view] }}
        rowActions={actions}
        actionsWidth={176}
        onOpen={setPreview}
        views={<ViewTabs label="状态" views={views} value={view} onChange={(key) => setQuery({ view: key })} />}
        actions={
          can('notice:add') && (
            <button type="button" className="button primary" onClick={add}>
              <Plus size={16} aria-hidden="true" /> 起草通知 <kbd>Alt N</kbd>
            </button>
          )
        }
      />
      <NoticeForm ref={form} options={options} editing={editing} onDone={reload} />
      <Drawer
        open={preview !== undefined}
        size={720}
        title="预览"
        onClose={() => setPreview(undefined)}
        destroyOnHidden
      >
        {preview && (
          <NoticeBody
            notice={preview}
            publisher={preview.publisherName ?? preview.authorName}
            publishedAt={preview.publishedAt}
          />
        )}
        {preview?.withdrawReason && <p className="notice-withdrawn">已撤回：{preview.withdrawReason}</p>}
      </Drawer>
      {read && (
        <Suspense>
          <Receipts notice={read} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
    </>
  );
}
