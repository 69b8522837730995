import { thingsboardFormat } from '#devices/thingsboard/thingsboard.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { openDownlink } from '#server/ingest/downlink.ts';
import { endWaiting, waitingDevices } from './waiting.ts';

const part: Worker = {
  async start() {
    openDownlink(thingsboardFormat.name, waitingDevices, 'http');
    return async () => endWaiting();
  },
};
export default part;
