import { onPool } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { beat } from './heartbeat.ts';

const part: Worker = {
  async start() {
    return every('equipment.beat', '设备接入心跳', 10, () => onPool('direct', beat));
  },
};
export default part;
