import { type AddressParts, placeText } from '#shared/place.ts';

/**
 * 石桥街道 · 梧桐苑 9幢2单元602: the part that everybody knows, and the part one goes to. Of who lies in a bed, or whose
 * building is known, that part is `row.spot`, and the address is the other one.
 */
export function addressParts(row: AddressParts): { district: string | null; spot: string | null } {
  if (row.spot !== null) return { district: placeText({ ...row, spot: null }), spot: row.spot };
  const parts = row.area?.trim().split(/\s+/) ?? [];
  const near = parts.pop();
  return { district: parts.join(' ') || null, spot: [near, row.address].filter(Boolean).join(' ') || null };
}

/** What stands in a line of a list: the bed or the building with all that follows; else the part that one goes to. */
export function addressLine(row: AddressParts): string | null {
  return row.spot === null ? addressParts(row).spot : placeText(row);
}
