import { jobApi } from '#shared/job.ts';
import type { Room } from '#shared/room.ts';

/** Exports, imports and other long work that people asked for; shown in the header of every screen. */
export const room: Room = { title: '任务', endpoints: jobApi, screens: [] };
