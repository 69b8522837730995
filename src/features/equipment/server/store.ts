import type { DeviceStore } from '#server/intake.ts';
import { commitBad, commitBatch } from './ingest.ts';
import { deviceByCredentials } from './register.ts';

const store: DeviceStore = { commitBatch, commitBad, authenticate: deviceByCredentials };
export default store;
