import { importApi } from '#shared/import.ts';
import type { Room } from '#shared/room.ts';

/** Preview, confirmation and undo of every import; the uploads are the rooms' own (`/api/customer/importCustomer` …). */
export const room: Room = { title: '导入', endpoints: importApi, screens: [] };
