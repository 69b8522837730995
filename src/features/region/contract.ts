import { regionApi } from '#shared/region.ts';
import type { Room } from '#shared/room.ts';

/** The administrative divisions of the country down to the counties, as forms choose from them. */
export const room: Room = { title: '行政区划', endpoints: regionApi, screens: [] };
