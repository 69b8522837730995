import { confirmedBys, keysOf } from '#shared/codes.ts';
import type { WarnDetail } from './types.ts';

type FalseGround = keyof typeof confirmedBys;

/**
 * On whose word the viewer may say 误报 now (domain.md 7.1): what is on record; of a waiting alarm an operator only in a
 * drill; the leader on their own. Empty: a leader has to be asked.
 * @param judges the viewer holds `warn:judge`
 */
export function falseGrounds({ status, proof }: Pick<WarnDetail, 'status' | 'proof'>, judges: boolean): FalseGround[] {
  return keysOf(confirmedBys).filter((ground) => {
    if (ground === 'leader') return judges;
    return proof[ground] && (ground === 'drill' || judges || status === 'handling');
  });
}
