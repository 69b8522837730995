/** What other features may use of the notices: a message to named people, and what is public. */
export { newestNotices } from './inbox.ts';
export { publicNotices } from './open.ts';
export { growNotice, withdrawInTransaction } from './publish.ts';
export { plainAsHtml, sendNotice } from './send.ts';
