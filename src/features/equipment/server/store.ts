import type { DeviceStore } from '#server/intake.ts';
import { commitBad, commitBatch, deviceByCredentials } from './service.ts';

const store: DeviceStore = { commitBatch, commitBad, authenticate: deviceByCredentials };
export default store;
