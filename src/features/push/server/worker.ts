import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';
import { trimNonces } from './service.ts';

const part: RoomPart = { start: async () => every('push.nonces', 60, trimNonces, true) };
export default part;
