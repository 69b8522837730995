import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';
import { sweepFiles } from './service.ts';

const part: RoomPart = { start: async () => every('file.sweep', 3600, sweepFiles, true) };
export default part;
