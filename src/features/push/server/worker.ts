import type { FeaturePart } from '#server/feature/find.ts';
import { every } from '#server/jobs/schedule.ts';
import { trimNonces } from './service.ts';

const part: FeaturePart = { start: async () => every('push.nonces', 60, trimNonces, true) };
export default part;
