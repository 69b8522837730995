import type { DictionaryUse } from '#server/dictionaryUse.ts';

const uses: DictionaryUse[] = [
  { type: 'warn_type', table: 'warn', column: 'type' },
  { type: 'warn_level', table: 'warn', column: 'level' },
  { type: 'warn_status', table: 'warn', column: 'status' },
  { type: 'warn_result', table: 'warn', column: 'result' },
  { type: 'false_reason', table: 'warn', column: 'false_reason' },
  { type: 'call_result', table: 'warn_step', column: 'data', key: 'result' },
  { type: 'dispatch_kind', table: 'warn_dispatch', column: 'kind' },
  { type: 'dispatch_state', table: 'warn_dispatch', column: 'state' },
];
export default uses;
