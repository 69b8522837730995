import { emitter } from '../live/emitter.ts';

/** Start of the inbox: a notice by its id, the unread notices or those written by users; default: the whole list. */
export interface InboxStart {
  noticeId?: string;
  unread?: boolean;
  written?: boolean;
}

const openRequests = emitter<InboxStart>();

/** Asks the header to open the inbox. */
export const openInbox = openRequests.emit;

/** Calls the listener when the inbox must open; returns the function that unsubscribes. */
export const onOpenInbox = openRequests.on;
