import { ladderTargets, type Rung } from '#features/project/contract.ts';
import { channelKinds, sharedChannels } from '#shared/codes.ts';
import { duration } from '#web/data/format.ts';
import type { Channel } from './ChannelForm.tsx';

type ChannelUse = Pick<Channel, 'id' | 'kind' | 'status' | 'workedAt' | 'failedAt'>;

/** Time for which a channel is used last after a failure, ms; the server's order is `inUse`. */
const passedOver = 600_000;

const alike = ({ kind }: ChannelUse, rows: readonly ChannelUse[]) =>
  rows.filter((row) => row.kind === kind && row.status === 'enabled');

/**
 * Returns whether a channel of several enabled ones is used first, at `now`; groups and webhooks are all used. `rows`:
 * oldest first.
 */
export function turnOf(channel: ChannelUse, rows: readonly ChannelUse[], now: number): '先用' | '备用' | null {
  const all = alike(channel, rows);
  if (channel.status !== 'enabled' || all.length < 2 || sharedChannels.includes(channel.kind)) return null;
  const fails = ({ workedAt, failedAt }: ChannelUse) =>
    failedAt !== null && failedAt > (workedAt ?? '') && Date.parse(failedAt) > now - passedOver;
  const [first] = all.toSorted((a, b) => Number(fails(a)) - Number(fails(b)));
  return first?.id === channel.id ? '先用' : '备用';
}

/** Returns a sentence about rungs that would lose their last channel of its kind; empty when there are none. */
export function lossOf(channel: ChannelUse, rows: readonly ChannelUse[], ladder: readonly Rung[]): string {
  if (channel.status !== 'enabled' || alike(channel, rows).length > 1) return '';
  const rungs = ladder.filter(({ channels = [], instead = [] }) => [...channels, ...instead].includes(channel.kind));
  if (rungs.length === 0) return '';
  const named = rungs.map(
    ({ after, target }) => `「${after === 0 ? '0 秒' : duration(after)} ${ladderTargets[target]}」`,
  );
  return `升级阶梯的${named.join('')}要用${channelKinds[channel.kind]}，之后没有可用的，这几级会少通知。`;
}
