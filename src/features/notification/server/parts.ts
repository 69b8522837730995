import type { Change } from '#server/feature/command.ts';
import { findParts } from '#server/feature/find.ts';
import type { NotificationRow } from './record.ts';

/** A message that has come as far as it will for now; `held`: until quiet hours end. */
interface Moved {
  id: string;
  warnId: string;
  channel: NotificationRow['channel'];
  to: Pick<NotificationRow['to'], 'kind' | 'name'>;
  state: 'sent' | 'delivered' | 'failed' | 'held';
  reason: string | null;
}

/** What follows from a message about an alarm that was sent or has failed: the part `notificationPart` of whoever had it sent. */
export interface NotificationPart {
  moved(change: Change, message: Moved): Promise<void>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureParts {
    notificationPart: NotificationPart;
  }
}

/** Tells whoever had it sent, in the change that writes it down. */
export async function tellMoved(change: Change, message: Moved): Promise<void> {
  for (const { part } of await findParts('notificationPart')) await part.moved(change, message);
}
