import { db } from '#server/db/db.ts';
import type { Worker } from '#server/feature/manifest.ts';
import { every } from '#server/jobs/schedule.ts';
import { trimUnknown } from './unknown.ts';

/** Messages of numbers that nobody registered go with time. */
const part: Worker = { start: async () => every('equipment.unknown', 300, () => trimUnknown(db), true) };
export default part;
