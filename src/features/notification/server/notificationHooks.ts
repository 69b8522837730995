import type { CommandContext } from '#server/feature/command.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { groupChannels } from '#shared/codes.ts';
import type { NotificationRow } from './record.ts';

/** A message with a state that is final for now; `held`: until quiet hours end. */
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

/** Warns that go to one recipient as one message. */
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
  /** Ids of the warns in the text. */
  waiting: ReadonlySet<string>;
}

/** Hooks of features that send notifications: the part `notificationPart`. */
export interface NotificationHooks {
  /** Reacts to sent or failed messages, in the transaction that records them. */
  afterDelivery(ctx: CommandContext, messages: readonly Moved[]): Promise<void>;
  /** Returns why messages are obsolete, by message id; others are left out. */
  obsoleteReasons(messages: readonly Leaving[]): Promise<Map<string, string>>;
  /** Returns one text for gathered warns and those that still wait; null when none waits. */
  gathered(together: Together): Promise<Gathered | null>;
}

declare module '#server/feature/manifest.ts' {
  interface FeatureExtensions {
    notificationHooks: NotificationHooks;
  }
}

/** Runs `afterDelivery` of all features, in the transaction that records the result. */
export async function runAfterDelivery(ctx: CommandContext, messages: readonly Moved[]): Promise<void> {
  if (messages.length === 0) return;
  for (const { extension: part } of await extensionsOf('notificationHooks')) await part.afterDelivery(ctx, messages);
}

/** Returns why messages are obsolete, from all features. */
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

/** Returns one text for gathered warns; null when none of them waits any more. */
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
