import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { groupChannels } from '#shared/codes.ts';
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

/** A message about an alarm that is about to be sent. */
interface Leaving {
  id: string;
  warnId: string;
  channel: NotificationRow['channel'];
  to: Pick<NotificationRow['to'], 'kind' | 'id'>;
}

/** Alarms that one receiver is told as one. */
interface Together {
  to: Leaving['to'];
  projectId: string;
  warnIds: readonly string[];
}

interface Gathered {
  title: string;
  text: string;
  spoken: string;
  url: string | null;
  /** The alarms of which it speaks, by id. */
  waiting: ReadonlySet<string>;
}

/** What whoever had messages sent has to say of them: the part `notificationPart`. */
export interface NotificationHooks {
  /** What follows from messages that were sent or have failed, in the change that writes it down. */
  afterDelivery(ctx: CommandContext, messages: readonly Moved[]): Promise<void>;
  /** Why nobody is told any more, of those of whom that is so, by the message's id. */
  obsoleteReasons(messages: readonly Leaving[]): Promise<Map<string, string>>;
  /** One text for alarms that are told together, with those of them that wait still; null where none does. */
  gathered(together: Together): Promise<Gathered | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    notificationHooks: NotificationHooks;
  }
}

/** Tells whoever had them sent, in the change that writes it down. */
export async function runAfterDelivery(ctx: CommandContext, messages: readonly Moved[]): Promise<void> {
  if (messages.length === 0) return;
  for (const { extension: part } of await extensionsOf('notificationHooks')) await part.afterDelivery(ctx, messages);
}

/** Which of these are sent for nothing, and why. */
export async function obsoleteReasonsOf(
  messages: readonly {
    id: string;
    warnId: string | null;
    channel: Leaving['channel'];
    toKind: Leaving['to']['kind'];
    toId: string;
  }[],
): Promise<Map<string, string>> {
  const leaving = messages.flatMap(({ id, warnId, channel, toKind, toId }) =>
    warnId === null ? [] : [{ id, warnId, channel, to: { kind: toKind, id: toId } }],
  );
  if (leaving.length === 0) return new Map();
  const extensions = await extensionsOf('notificationHooks');
  const results = await Promise.all(extensions.map(({ extension: part }) => part.obsoleteReasons(leaving)));
  return new Map(results.flatMap((reasons) => [...reasons]));
}

/** One text for what goes together; null where none of it waits any more. */
export async function gatheredText(message: {
  channel: Leaving['channel'];
  toKind: Leaving['to']['kind'];
  toId: string;
  projectId: string;
  warnIds: readonly string[];
}): Promise<Gathered | null> {
  const { channel, toKind, toId: id, projectId, warnIds } = message;
  const kind = groupChannels.includes(channel) ? 'group' : toKind;
  for (const { extension: part } of await extensionsOf('notificationHooks')) {
    const text = await part.gathered({ to: { kind, id }, projectId, warnIds });
    if (text) return text;
  }
  return null;
}
