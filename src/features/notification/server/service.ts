/** Notification functions for other features: sending, and messages of a warn. */
export { answered } from './answers.ts';
export { growingNotice, recordRead } from './inboxStorm.ts';
export type { NotificationHooks } from './notificationHooks.ts';
export { type NotificationRequest, notify, type Recipient, userRecipients } from './notify.ts';
export { type Occasion, recordInbox } from './record.ts';
export { notificationsOf } from './rows.ts';
export { callAnswered, calledMessage, callFailed, callTaken } from './voiceCalls.ts';
