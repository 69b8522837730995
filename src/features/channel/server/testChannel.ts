import { randomUUID } from 'node:crypto';
import type { channelApi } from '#features/channel/contract.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { lockChannel } from './scope.ts';
import { send } from './send.ts';

type Api = typeof channelApi;

const testText = '这是一条试发的通知，收到即说明渠道可用，不需要处理。';

/** Sends a message that is marked as a test; returns its result. */
export async function testChannel(
  viewer: Viewer,
  { id, to }: InputOf<Api['testChannel']>,
): Promise<OutputOf<Api['testChannel']>> {
  const { kind, status } = await command(viewer, ({ tx }) => lockChannel(tx, viewer, id));
  if (status !== 'enabled') throw new Problem(409, '渠道已停用，请先启用再试发');
  const name = '试发';
  const from = Date.now();
  const outcome = await send(
    id,
    {
      kind: 'user',
      id: viewer.userId,
      name,
      mobile: to?.mobile ?? null,
      email: to?.email ?? null,
      subscriptions: to?.subscription ? [to.subscription] : [],
    },
    {
      key: `test-${kind}-${randomUUID()}`,
      title: '安好 试发通知',
      text: testText,
      spoken: testText,
      url: null,
      level: null,
    },
    new AbortController().signal,
  );
  const reason = outcome.state === 'failed' ? outcome.reason : null;
  return { state: outcome.state, reason, ms: Date.now() - from };
}
