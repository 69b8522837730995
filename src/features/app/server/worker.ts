import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';
import { trimTokens } from './token.ts';

const part: RoomPart = { start: async () => every('app.tokens', 600, trimTokens, true) };
export default part;
