import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { call } from '#web/call/request.ts';
import { can } from '#web/call/session.ts';
import { useOptions } from '#web/data/dictionary.ts';
import { PublicationList } from '#web/publication/PublicationList.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { Filter, Option } from '#web/table/types.ts';
import { newsApi, newsStatuses } from '../contract.ts';
import { actionsOf } from './actions.ts';
import { columns } from './columns.tsx';
import { NewsForm } from './NewsForm.tsx';
import './news.css';
import { valuesOf } from './newsFields.tsx';

const Preview = lazy(() => import('./Preview.tsx'));

function filtersOf(categories: readonly Option[]): readonly Filter[] {
  return [
    { kind: 'text', field: 'keyword', label: '标题', placeholder: '标题 / 来源 / 标签', width: 168 },
    { kind: 'multi', field: 'category', label: '分类', options: categories, width: 132 },
    { kind: 'check', field: 'recommended', label: '只看推荐' },
    { kind: 'dates', from: 'publishedFrom', to: 'publishedTo', label: '发布时间', unit: 'instant', width: 248 },
  ];
}

/** Articles for families: writing, approving, publishing (domain.md 6.9). */
export default function NewsScreen() {
  const { active } = useScreen();
  const categories = useOptions('news_category');
  const asked = useQuery({
    queryKey: ['news', 'option'],
    queryFn: ({ signal }) => call(newsApi.getNewsOption, {}, { signal }),
    staleTime: 60_000,
    enabled: active,
  });
  const filters = useMemo(() => filtersOf(categories), [categories]);

  return (
    <PublicationList
      name="news"
      noun="资讯"
      endpoint={newsApi.getNewsList}
      columns={columns}
      filters={filters}
      statuses={newsStatuses}
      add={can('news:add') ? '写资讯' : null}
      valuesOf={valuesOf}
      form={(slot) => <NewsForm slot={slot} categories={categories} projects={asked.data?.projects} />}
      actions={actionsOf}
      preview={(row, onClose) => (
        <Suspense>
          <Preview row={row} onClose={onClose} />
        </Suspense>
      )}
    />
  );
}
