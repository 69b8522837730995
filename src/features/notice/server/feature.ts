import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  http: () => import('./http.ts'),
  worker: () => import('./worker.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  dictionaryUse: async () => [
    {
      type: 'notice_type',
      table: 'notice',
      column: 'type',
      deletes: true,
      rowLabel: '通知',
      list: '/manage/notice?type=',
    },
  ],
  authorization: () => import('./authorization.ts'),
});
