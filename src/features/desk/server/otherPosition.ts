import type { deskApi } from '#features/desk/contract.ts';
import type { StoredWarn } from '#features/warn/server/service.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type OtherPositionView = OutputOf<typeof deskApi.getWarn>['otherPosition'];

/** Returns the second position of a warn for the desk; null if all messages came from one address. */
export function otherPosition(row: StoredWarn): OtherPositionView {
  const { otherRange: range, otherLat: lat, otherLng: lng, otherAccuracy: accuracy, otherAt: at } = row;
  if (lat === null || lng === null || at === null) return range === null ? null : { range, place: null };
  return { range, place: { lat, lng, accuracy, at } };
}
