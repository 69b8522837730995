import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { endExpired } from './expired.ts';

const part: Worker = { start: async () => every('user.expired', '到期账号退出', 5, endExpired, true) };
export default part;
