import type { WarnDetail } from '#features/warn/web/service.ts';
import { confirmedBys, keysOf } from '#shared/codes.ts';

type FalseGround = keyof typeof confirmedBys;

/**
 * Returns the grounds by which the viewer may mark 误报 (domain.md 7.1): those on record; while the warn waits an
 * operator only by a drill; a leader always. Empty: a leader must be asked.
 * @param judges whether the viewer holds `warn:judge`
 */
export function falseGrounds({ status, proof }: Pick<WarnDetail, 'status' | 'proof'>, judges: boolean): FalseGround[] {
  return keysOf(confirmedBys).filter((ground) => {
    if (ground === 'leader') return judges;
    return proof[ground] && (ground === 'drill' || judges || status === 'handling');
  });
}
