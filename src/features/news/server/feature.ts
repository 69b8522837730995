import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  http: () => import('./http.ts'),
  worker: () => import('./worker.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  dictionaryUse: async () => [
    {
      type: 'news_category',
      table: 'news',
      column: 'category',
      deletes: true,
      rowLabel: '资讯',
      list: '/manage/news?category=',
    },
  ],
  authorization: () => import('./authorization.ts'),
});
