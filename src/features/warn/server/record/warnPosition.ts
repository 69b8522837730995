import { consentValidityOf } from '#features/customer/server/service.ts';
import type { Db } from '#server/db/db.ts';
import type { ConsentValidity } from '#shared/codes.ts';
import type { StoredWarn } from '../access.ts';

export interface Position {
  lat: number;
  lng: number;
  accuracy: number | null;
  source: string;
  at: string;
  /** Device at the position. */
  equipmentId: string | null;
}

/** Returns the warn's own position. */
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

/** Returns the newer of the warn's own position and the last one of the customer's devices. */
export function newestPosition(row: StoredWarn, last: Position | null): Position | null {
  const ownPosition = warnPosition(row);
  return ownPosition === null || (last && last.at > ownPosition.at) ? last : ownPosition;
}

/** Returns the validity of the customer's location consent; null without a customer. */
export async function locationConsent(
  tx: Db,
  { customerId }: Pick<StoredWarn, 'customerId'>,
): Promise<ConsentValidity | null> {
  return customerId === null ? null : consentValidityOf(tx, customerId, 'location');
}
