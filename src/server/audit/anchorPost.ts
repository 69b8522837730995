import { log } from '#server/core/log.ts';
import { targetProblem } from '#server/net/targets.ts';

/** How long a receiver may take, ms: the seals of the other logs wait behind it. */
const timeoutMs = 5000;

/**
 * Sends an anchor as JSON. Only a 2xx of this very address counts: no redirect is followed, and inner networks are left alone
 * unless the configuration opens them. What does not arrive is logged and followed by the next; it never throws.
 */
export async function postAnchor(url: URL, anchor: object, wait = timeoutMs): Promise<boolean> {
  const problem = targetProblem(url);
  if (problem) {
    log.warn({ problem }, 'log anchor not sent');
    return false;
  }
  const sent = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(anchor),
    headers: { 'Content-Type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(wait),
  }).catch(() => null);
  await sent?.body?.cancel().catch(() => undefined);
  if (!sent?.ok) log.warn({ status: sent?.status ?? null }, 'log anchor not received');
  return sent?.ok ?? false;
}
