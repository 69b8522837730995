import type { Room } from '#shared/room.ts';

/** Files leave through doors of their own, outside the envelope: see `server/doors.ts`. */
export const room: Room = { title: '文件', endpoints: {}, screens: [] };
