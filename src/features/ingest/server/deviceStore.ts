import { deviceByCredentials } from '#features/equipment/server/service.ts';
import { onPool } from '#server/db/db.ts';
import type { DeviceStore } from '#server/ingest/startIngest.ts';
import { commitBad, commitBatch } from './ingest.ts';
import { profileOf } from './profiles.ts';
import { isOverRate, isRegistered } from './unknown/unknownNumberRate.ts';

/** Uses its own pool, so that password guessing does not slow down the lanes. */
const authenticate: DeviceStore['authenticate'] = (username, password) =>
  onPool('alarm', () => deviceByCredentials(username, password));

const store: DeviceStore = { commitBatch, commitBad, isHeldBack: isOverRate, isRegistered, authenticate, profileOf };
export default store;
