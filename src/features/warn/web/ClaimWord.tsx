import { useClaiming } from './claimFlow.ts';

/** 接警 on its button; on a slow line it says that the press was heard. */
export function ClaimLabel({ id }: { id: string }) {
  return useClaiming(id) ? '接警中…' : '接警';
}
