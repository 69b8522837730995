import { mapApi } from '#shared/map.ts';
import type { Room } from '#shared/room.ts';

/** What the maps of all screens are drawn from. */
export const room: Room = { title: '地图', endpoints: mapApi, screens: [] };
