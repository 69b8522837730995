import { consentValidityOf } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { ConsentValidity } from '#shared/codes.ts';
import type { StoredWarn } from './access.ts';

export interface Position {
  lat: number;
  lng: number;
  accuracy: number | null;
  source: string;
  at: string;
  /** The device that was there. */
  equipmentId: string | null;
}

/** Where the alarm itself came from. */
export function warnPosition(row: StoredWarn): Position | null {
  if (row.lat === null || row.lng === null || row.positionAt === null) return null;
  return {
    lat: row.lat,
    lng: row.lng,
    accuracy: row.accuracy,
    source: row.positionSource ?? 'unknown',
    at: row.positionAt,
    equipmentId: row.equipmentId,
  };
}

/** The newer of the alarm's own position and the last one of the person's devices. */
export function newestPosition(row: StoredWarn, last: Position | null): Position | null {
  const ownPosition = warnPosition(row);
  return ownPosition === null || (last && last.at > ownPosition.at) ? last : ownPosition;
}

/** Whether the alarm's person agrees to being located; null where it is nobody's. */
export async function locationConsent(
  tx: Db,
  { customerId }: Pick<StoredWarn, 'customerId'>,
): Promise<ConsentValidity | null> {
  return customerId === null ? null : consentValidityOf(tx, customerId, 'location');
}
