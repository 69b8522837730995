import type { RoomPart } from '#server/rooms.ts';
import { config } from '#server/runtime.ts';
import { every } from '#server/schedule.ts';
import { sealLogs } from '#server/seal.ts';

/** Seals the logs each minute, outside the changes themselves (design.md, mechanism 4). */
const part: RoomPart = {
  start: async () => (config().roles.has('worker') ? every('cmdLog.seal', 60, sealLogs, true) : async () => undefined),
};
export default part;
