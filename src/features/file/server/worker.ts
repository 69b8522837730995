import type { RoomPart } from '#server/rooms.ts';
import { every } from '#server/schedule.ts';
import { sweepUploads } from '#server/uploads.ts';
import { sweepFiles } from './service.ts';

const part: RoomPart = {
  async start() {
    const stops = [every('file.sweep', 3600, sweepFiles, true), every('upload.sweep', 3600, () => sweepUploads())];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
};
export default part;
