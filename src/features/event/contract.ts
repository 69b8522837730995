import type { Room } from '#shared/room.ts';

/** The live stream is a door of its own (`GET /api/events`), outside the envelope: see `server/doors.ts`. */
export const room: Room = { title: '实时事件', endpoints: {}, screens: [] };
