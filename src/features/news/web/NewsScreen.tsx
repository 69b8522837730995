import { lazy, Suspense } from 'react';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { news, newsApi } from '../contract.ts';
import { actionsOf } from './actions.ts';
import { cells, columns } from './columns.tsx';
import { NewsForm } from './NewsForm.tsx';
import './news.css';
import { valuesOf } from './newsFields.tsx';

const Preview = lazy(() => import('./Preview.tsx'));

const endpoints = { list: newsApi.getNewsList, get: newsApi.getNews, add: newsApi.addNews, edit: newsApi.editNews };
const filters: readonly FilterSpecOf<typeof newsApi.getNewsList>[] = [
  ['keyword', { label: '标题', placeholder: '标题 / 来源 / 标签', width: 168 }],
  ['category', { width: 132 }],
  ['recommended', { label: '只看推荐' }],
  ['publishedAt', { width: 248 }],
];

/** Articles for families: writing, approving, publishing (domain.md 6.9). */
export default function NewsScreen() {
  const linkedNews = useCall(newsApi.getNewsOption, {}, { staleTime: 60_000 });

  return (
    <ListScreen
      resource={news}
      endpoints={endpoints}
      cells={cells}
      columns={columns}
      filters={filters}
      tabs="status"
      addLabel="写资讯"
      nothing="还没有资讯。"
      valuesOf={valuesOf}
      formOf={(slot) => <NewsForm slot={slot} projects={linkedNews.data?.projects} />}
      actions={actionsOf}
      show={(row, onClose) => (
        <Suspense>
          <Preview row={row} onClose={onClose} />
        </Suspense>
      )}
      table={{ actionsWidth: 176 }}
    />
  );
}
