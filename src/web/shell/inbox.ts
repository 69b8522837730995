import { emitter } from '../live/emitter.ts';

/** Where the inbox begins: at a notice by its id, or at the list of the unread ones or of those that people wrote; else at the whole list. */
export interface InboxStart {
  noticeId?: string;
  unread?: boolean;
  written?: boolean;
}

const openRequests = emitter<InboxStart>();

/** Asks the header to open the inbox. */
export const openInbox = openRequests.emit;

/** Calls the listener whenever the inbox is to be opened; returns the call that ends it. */
export const onOpenInbox = openRequests.on;
