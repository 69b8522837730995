import { useClaiming } from './claimFlow.ts';

/** Label of the 接警 button; on a slow line it shows that the press was registered. */
export function ClaimLabel({ id }: { id: string }) {
  return useClaiming(id) ? '接警中…' : '接警';
}
