import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  dictionaryUse: async () => [
    { type: 'dispatch_kind', table: 'warn_dispatch', column: 'kind', rowLabel: '派单' },
    { type: 'dispatch_state', table: 'warn_dispatch', column: 'state', rowLabel: '派单' },
  ],
  authorization: () => import('./authorization.ts'),
});
