import { exportApi } from '#shared/export.ts';
import type { Room } from '#shared/room.ts';

/** What every list's export stands on; the calls are the lists' own (`/api/warn/exportWarn` …, see `exportOf`). */
export const room: Room = { title: '导出', endpoints: exportApi, screens: [] };
