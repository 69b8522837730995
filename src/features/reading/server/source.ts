import type { readingApi } from '#features/reading/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { readingFlag } from '#shared/health/readingKinds.ts';

type Source = OutputOf<(typeof readingApi)['getReadingLatest']>[number]['source'];

/** Returns the source of a value: a device with its model and SN, a person, an examination, or an import. */
export function sourceOf(value: { flags: number; sourceId: string; device: string | null }): Source {
  const { flags, sourceId, device } = value;
  if (device !== null) return { id: sourceId, name: device, kind: 'device' };
  if ((flags & readingFlag.examined) !== 0) return { id: sourceId, name: '体检', kind: 'examination' };
  if ((flags & readingFlag.imported) !== 0) return { id: sourceId, name: '导入', kind: 'import' };
  return { id: sourceId, name: '人工录入', kind: 'person' };
}
