/** Address of the ledger of cards with the one in the device of this number. */
export function simLink(sn: string): string {
  return `#/equipment/list/sim?keyword=${encodeURIComponent(sn)}`;
}
