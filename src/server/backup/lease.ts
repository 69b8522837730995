/** Lease under which one node at a time makes a backup; `file.sweep` pauses while it is held. */
export const backupLease = 'backup';
