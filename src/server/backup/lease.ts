/** The lease under which one node at a time makes a backup; `file.sweep` rests while it is held. */
export const backupLease = 'backup';
