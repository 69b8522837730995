import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';
import { endExpired } from './expired.ts';

const part: RoomPart = { start: async () => every('user.expired', 5, endExpired, true) };
export default part;
