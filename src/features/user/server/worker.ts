import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { endExpired } from './expired.ts';

const part: Worker = { start: async () => every('user.expired', 5, endExpired, true) };
export default part;
