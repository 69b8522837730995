import { feature } from '#server/feature/manifest.ts';

export default feature({
  routes: () => import('./routes.ts'),
  worker: () => import('./worker.ts'),
  demo: () => import('./demo/demo.ts'),
  populate: () => import('./demo/populate.ts'),
  dictionaryUse: async () => [
    { type: 'warn_type', table: 'warn', column: 'type', rowLabel: '告警', list: '/warn/sos?view=list&type=' },
    { type: 'warn_level', table: 'warn', column: 'level', rowLabel: '告警', list: '/warn/sos?view=list&level=' },
    { type: 'warn_status', table: 'warn', column: 'status', rowLabel: '告警', list: '/warn/sos?view=list&status=' },
    { type: 'warn_result', table: 'warn', column: 'result', rowLabel: '告警', list: '/warn/sos?view=list&result=' },
    {
      type: 'false_reason',
      table: 'warn',
      column: 'false_reason',
      rowLabel: '告警',
      list: '/warn/sos?view=list&falseReason=',
    },
    { type: 'false_reason', table: 'warn', column: 'false_asked_reason', rowLabel: '误报申请' },
    { type: 'position_mode', table: 'warn', column: 'position_source', rowLabel: '告警' },
  ],
  assignments: () => import('./claim/assignments.ts'),
  authorization: () => import('./authorization.ts'),
  ownedCount: () => import('./ownedCount.ts'),
  departmentMerge: () => import('./departmentMerge.ts'),
  blockingColumns: async () => [
    { to: 'customer', table: 'warn', column: 'customer_id', reason: '已有告警记录' },
    { to: 'user', table: 'warn_step', column: 'user_id', reason: '处理过告警' },
  ],
  projectHooks: () => import('./projectHooks.ts'),
  equipmentHooks: () => import('./equipmentHooks.ts'),
  bindingHooks: () => import('./bindingHooks.ts'),
  customerHooks: () => import('./customerHooks.ts'),
});
