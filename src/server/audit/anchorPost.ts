import { log } from '#server/core/log.ts';
import { targetProblem } from '#server/net/targets.ts';

/** Timeout of the receiver, ms: seals of the other logs wait meanwhile. */
const timeoutMs = 5000;

/**
 * Posts an anchor as JSON; never throws. Only a 2xx of this URL counts: no redirects, no private networks unless
 * configured. A failure is logged; the next anchor follows.
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
