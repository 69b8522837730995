import { onPool } from '#server/db/db.ts';
import type { DeviceStore } from '#server/ingest/startIngest.ts';
import { attributesOf } from './gateway/attributes.ts';
import { reportChildren } from './gateway/children.ts';
import { deviceLogin, validLogins } from './gateway/logins.ts';
import { noteLink, noteStore } from './gateway/notes.ts';
import { commitBad, commitBatch } from './ingest.ts';
import { profileOf } from './profiles.ts';
import { isOverRate, isRegistered } from './unknown/unknownNumberRate.ts';

/** Uses its own pool, so that password guessing does not slow down the lanes. */
const authenticate: DeviceStore['authenticate'] = (username, password) =>
  onPool('alarm', () => deviceLogin(username, password));

const store: DeviceStore = {
  ...{ commitBatch, commitBad, isHeldBack: isOverRate, isRegistered, profileOf },
  ...{ authenticate, validLogins, noteLink, ...noteStore, reportChildren, attributesOf },
};
export default store;
