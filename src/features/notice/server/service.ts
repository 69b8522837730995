/** Notice functions for other features: sending to given users, and public notices. */
export { newestNotices } from './inbox.ts';
export { publicNotices } from './open.ts';
export { growNotice, withdrawInTransaction } from './publish.ts';
export { plainAsHtml, sendNotice } from './send.ts';
