import { fieldApi } from '#shared/field.ts';
import type { Room } from '#shared/room.ts';

/** Showing a masked value in clear: a right of its own, in scope, and an entry in the command log. */
export const room: Room = { title: '个人信息', endpoints: fieldApi, screens: [] };
