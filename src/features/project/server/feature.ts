import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  seed: () => import('./seed.ts'),
  demo: () => import('./demo.ts'),
  populate: () => import('./populate.ts'),
  exporter: () => import('./exporter.ts'),
  dictionaryUse: async () => [
    {
      type: 'project_status',
      table: 'project',
      column: 'status',
      deletes: true,
      rowLabel: '项目',
      list: '/project/list?status=',
    },
  ],
  authorization: () => import('./authorization.ts'),
  revealPolicy: () => import('./revealPolicy.ts'),
});
