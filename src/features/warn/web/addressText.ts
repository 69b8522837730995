import { type AddressParts, addressText } from '#shared/address.ts';

/**
 * Splits an address: 石桥街道 · 梧桐苑 9幢2单元602 becomes district and spot. With a bed or a known building the spot is
 * `row.spot`, and the district is the address.
 */
export function addressParts(row: AddressParts): { district: string | null; spot: string | null } {
  if (row.spot !== null) return { district: addressText({ ...row, spot: null }), spot: row.spot };
  const parts = row.area?.trim().split(/\s+/) ?? [];
  const near = parts.pop();
  return { district: parts.join(' ') || null, spot: [near, row.address].filter(Boolean).join(' ') || null };
}

/** Returns the address for one line of a list: the bed or building with all that follows, else the spot. */
export function addressLine(row: AddressParts): string | null {
  return row.spot === null ? addressParts(row).spot : addressText(row);
}
