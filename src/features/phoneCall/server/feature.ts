import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  dictionaryUse: async () => [
    { type: 'call_result', table: 'warn_step', column: 'data', key: 'result', rowLabel: '通话' },
  ],
  authorization: () => import('./authorization.ts'),
});
