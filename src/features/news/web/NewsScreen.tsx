import { useQuery } from '@tanstack/react-query';
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
import { type NewsRow, type NewsStatus, newsApi, newsStatuses } from '../contract.ts';
import { columns } from './columns.tsx';
import { approve, recommend, reject, remove, submit, switchStatus, toTop } from './deeds.ts';
import { NewsForm } from './NewsForm.tsx';
import './news.css';
import { type Options, valuesOf } from './newsFields.tsx';

const Preview = lazy(() => import('./Preview.tsx'));

const views = [
  { key: 'all' as const, label: '全部' },
  ...Object.entries(newsStatuses).map(([key, label]) => ({ key: key as NewsStatus, label })),
];
const none: Options = { categories: [], projects: [] };

function filtersOf({ categories }: Options): readonly Filter[] {
  return [
    { kind: 'text', field: 'keyword', label: '标题', placeholder: '标题 / 来源 / 标签', width: 168 },
    { kind: 'multi', field: 'category', label: '分类', options: categories, width: 132 },
    { kind: 'check', field: 'recommended', label: '只看推荐' },
    { kind: 'dates', from: 'publishedFrom', to: 'publishedTo', label: '发布时间', unit: 'instant', width: 248 },
  ];
}

const isDraft = (row: NewsRow) => row.status === 'draft';
const isQuiet = (row: NewsRow) => row.status === 'draft' || row.status === 'offline';
const top = 9999;
const places = () => can('news:status');

/** Two pairs of actions, each named by what it does now. */
function switches(after: (changed: Promise<boolean>) => void): RowAction<NewsRow>[] {
  const promote = (row: NewsRow) => after(recommend(row));
  const lift = (row: NewsRow) => after(toTop(row));
  return [
    { key: 'recommend', label: '推荐', onClick: promote, shown: (row) => !row.recommended && places() },
    { key: 'plain', label: '取消推荐', onClick: promote, shown: (row) => row.recommended && places() },
    { key: 'top', label: '置顶', onClick: lift, shown: (row) => row.sort !== top && places() },
    { key: 'untop', label: '取消置顶', onClick: lift, shown: (row) => row.sort === top && places() },
  ];
}
const own = (row: NewsRow) => (row.mine ? '不能审核自己写的资讯' : undefined);

/** Articles for families: writing, approving, publishing (domain.md 6.9). */
export default function NewsScreen() {
  const { active, query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<NewsRow>>(null);
  const form = useRef<DialogFormHandle>(null);
  const [editing, setEditing] = useState(false);
  const [preview, setPreview] = useState<NewsRow>();
  const asked = useQuery({
    queryKey: ['news', 'option'],
    queryFn: ({ signal }) => call(newsApi.getNewsOption, {}, { signal }),
    staleTime: 60_000,
    enabled: active,
  });
  const options = asked.data ?? none;
  const filters = useMemo(() => filtersOf(options), [options]);
  function openForm(row?: NewsRow): void {
    setEditing(row !== undefined);
    form.current?.open(row && valuesOf(row));
  }
  const add = () => can('news:add') && openForm();
  useHotkey('Alt N', add, active);

  const view = views.find(({ key }) => key === query.get('view'))?.key ?? 'all';
  const reload = () => table.current?.reload({ keepPlace: true });
  const after = (changed: Promise<boolean>) => void changed.then((did) => did && reload());
  const pending = (row: NewsRow) => row.status === 'pending' && can('news:approve');
  const actions: RowAction<NewsRow>[] = [
    { key: 'preview', label: '预览', onClick: setPreview },
    { key: 'approve', label: '通过', onClick: (row) => after(approve(row)), shown: pending, blocked: own },
    { key: 'reject', label: '退回', onClick: (row) => after(reject(row)), shown: pending, blocked: own },
    {
      key: 'edit',
      label: '编辑',
      onClick: openForm,
      shown: (row) => isQuiet(row) && can('news:edit'),
    },
    {
      key: 'submit',
      label: '提交',
      onClick: (row) => after(submit(row)),
      shown: (row) => isDraft(row) && can('news:add'),
      blocked: (row) => (row.coverId === null ? '还没有封面' : undefined),
    },
    {
      key: 'offline',
      label: '下线',
      onClick: (row) => after(switchStatus(row)),
      shown: (row) => ['published', 'waiting'].includes(row.status) && can('news:status'),
    },
    {
      key: 'online',
      label: '上线',
      onClick: (row) => after(switchStatus(row)),
      shown: (row) => row.status === 'offline' && can('news:status'),
    },
    ...switches(after),
    {
      key: 'delete',
      label: '删除',
      tone: 'danger',
      onClick: (row) => after(remove(row)),
      shown: (row) => isQuiet(row) && can('news:delete'),
    },
  ];

  return (
    <>
      <DataTable
        ref={table}
        name="news"
        noun="资讯"
        endpoint={newsApi.getNewsList}
        columns={columns}
        filters={filters}
        params={view === 'all' ? {} : { status: [view] }}
        rowActions={actions}
        actionsWidth={176}
        onOpen={setPreview}
        views={<ViewTabs label="状态" views={views} value={view} onChange={(key) => setQuery({ view: key })} />}
        actions={
          can('news:add') && (
            <button type="button" className="button primary" onClick={add}>
              <Plus size={16} aria-hidden="true" /> 写资讯 <kbd>Alt N</kbd>
            </button>
          )
        }
      />
      <NewsForm ref={form} options={options} editing={editing} onDone={reload} />
      {preview && (
        <Suspense>
          <Preview row={preview} onClose={() => setPreview(undefined)} />
        </Suspense>
      )}
    </>
  );
}
