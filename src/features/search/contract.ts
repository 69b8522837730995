import type { Room } from '#shared/room.ts';
import { searchApi } from '#shared/search.ts';

/** One search over screens, people, devices and open alarms, in the viewer's rights and scope. */
export const room: Room = { title: '搜索', endpoints: searchApi, screens: [] };
