import type { FeaturePart } from '#server/feature/find.ts';
import { every } from '#server/jobs/schedule.ts';
import { endExpired } from './expired.ts';

const part: FeaturePart = { start: async () => every('user.expired', 5, endExpired, true) };
export default part;
