import type { DictionaryUse } from '#server/feature/dictionaryUse.ts';

const uses: DictionaryUse[] = [
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
  { type: 'call_result', table: 'warn_step', column: 'data', key: 'result', rowLabel: '通话' },
  { type: 'dispatch_kind', table: 'warn_dispatch', column: 'kind', rowLabel: '派单' },
  { type: 'dispatch_state', table: 'warn_dispatch', column: 'state', rowLabel: '派单' },
];
export default uses;
