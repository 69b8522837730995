/** Returns the address of the SIM ledger, filtered by this device number. */
export function simLink(sn: string): string {
  return `#/equipment/list/sim?keyword=${encodeURIComponent(sn)}`;
}
