import { randomUUID } from 'node:crypto';

/** Id of this process among the nodes of one database; new at each start. */
export const nodeId = randomUUID();
