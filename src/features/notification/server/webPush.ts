import type { notificationApi } from '#features/notification/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { defaultPolicy, targetProblem } from '#server/net/targets.ts';
import { vapidKeys } from '#server/webPush/keys.ts';
import { dropSubscription, isSubscribed, saveSubscription } from '#server/webPush/subscriptions.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof notificationApi;

/** Returns the subscription key and whether this browser receives the viewer's notifications already. */
export async function getPushState(
  viewer: Viewer,
  { endpoint }: InputOf<Api['getPushState']>,
): Promise<OutputOf<Api['getPushState']>> {
  const { publicKey } = await vapidKeys();
  return { publicKey, on: endpoint !== undefined && (await isSubscribed(viewer, endpoint)) };
}

/** Subscribes this browser to the viewer's notifications; its URL must be an allowed outbound address. */
export async function subscribePush(viewer: Viewer, { endpoint, keys }: InputOf<Api['subscribePush']>): Promise<null> {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) throw invalidField('endpoint', '推送地址不正确');
  if (url.protocol !== 'https:' && !defaultPolicy().plain(url.hostname))
    throw invalidField('endpoint', '推送地址须以 https:// 开头');
  const problem = targetProblem(url);
  if (problem) throw invalidField('endpoint', problem);
  await saveSubscription(viewer, { endpoint, keys });
  return null;
}

/** Ends the subscription of this browser. */
export async function unsubscribePush(viewer: Viewer, { endpoint }: InputOf<Api['unsubscribePush']>): Promise<null> {
  await dropSubscription(viewer, endpoint);
  return null;
}
