import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { trimNonces } from './service.ts';

const part: Worker = { start: async () => every('push.nonces', 60, trimNonces, true) };
export default part;
