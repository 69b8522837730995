import { randomUUID } from 'node:crypto';

/** Names this process among the nodes on one database; new at each start. */
export const nodeId = randomUUID();
