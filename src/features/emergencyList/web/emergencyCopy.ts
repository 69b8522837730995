import { emergencyListApi } from '#features/emergencyList/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';

/** Emergency list with the instant of its fetch. */
export type EmergencyCopy = OutputOf<typeof emergencyListApi.getEmergencyList> & { at: string };

/** Interval of reporting an opened copy to the server, ms. */
const reportEvery = 30_000;

let copy: (EmergencyCopy & { userId: string }) | null = null;

const currentUser = () => session().user?.id;

/** Returns the copy that this user fetched; null without one. */
export function emergencyCopy(): EmergencyCopy | null {
  return copy !== null && copy.userId === currentUser() ? copy : null;
}

/** Prefetches the list for outages. Throws as `callApi` does. */
export async function cacheEmergencyList(): Promise<void> {
  await store(() => callApi(emergencyListApi.cacheEmergencyList, {}));
}

/**
 * Returns the list for a user who opens it; the command log records that. Without the server it returns the copy and
 * reports it later. Throws as `callApi` does without a copy or when refused.
 */
export async function openEmergencyList(): Promise<EmergencyCopy> {
  const openedAt = new Date(now()).toISOString();
  try {
    return await store(() => callApi(emergencyListApi.getEmergencyList, {}));
  } catch (error) {
    const cached = emergencyCopy();
    const userId = currentUser();
    if (!isUnanswered(error) || !cached || userId === undefined) throw error;
    reportOpened(openedAt, userId);
    return cached;
  }
}

/** Fetches the list and keeps it as the copy; a refusal deletes the copy. */
async function store(
  fetchList: () => Promise<OutputOf<typeof emergencyListApi.getEmergencyList>>,
): Promise<EmergencyCopy> {
  const userId = currentUser();
  try {
    const list = { ...(await fetchList()), at: new Date(now()).toISOString() };
    if (userId !== undefined) copy = { ...list, userId };
    return list;
  } catch (error) {
    if (!isUnanswered(error)) copy = null;
    throw error;
  }
}

/** Reports that the user opened the copy, until the server takes or refuses it; waits for the user's next login. */
function reportOpened(openedAt: string, userId: string): void {
  setTimeout(async () => {
    const retry = () => reportOpened(openedAt, userId);
    if (currentUser() !== userId) return retry();
    const report = () => callApi(emergencyListApi.getEmergencyList, { openedAt }, { atOnce: true });
    await store(report).catch((error: unknown) => {
      if (isUnanswered(error) || isSessionOver(error)) retry();
    });
  }, reportEvery);
}

const isSessionOver = (error: unknown) => error instanceof ApiError && error.status === 401;

function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
