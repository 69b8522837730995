/** Returns the address of a section of the person's health archive. */
export function archiveLink(customerId: string, section: 'medicine' | 'condition'): string {
  return `#/healthy/archives/${customerId}?section=${section}`;
}
