import { trimNonces } from '#server/db/nonces.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { pushLogWritten, trimPushes } from './pushLogWriter.ts';

const part: Worker = {
  async start() {
    const stops = [
      every('push.nonces', '推送防重清理', 60, trimNonces, true),
      every('push.log', '推送原文清理', 600, trimPushes, true),
    ];
    return async () => {
      for (const stop of stops) await stop();
      await pushLogWritten();
    };
  },
};
export default part;
