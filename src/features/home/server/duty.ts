import { sheetsOnDuty } from '#features/handover/server/service.ts';
import type { homeApi } from '#features/home/contract.ts';
import { newestNotices } from '#features/notice/server/service.ts';
import { turnNow } from '#features/shift/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { OutputOf } from '#shared/endpoint.ts';

type Api = typeof homeApi;

const shownNotices = 5;

/** Returns the viewer's current turn with its handover sheets; null without one. */
export async function getHomeShift(viewer: Viewer): Promise<OutputOf<Api['getHomeShift']>> {
  const turn = await turnNow(db, viewer.userId);
  return { turn: turn && { ...turn, sheets: await sheetsOnDuty(db, viewer.userId, turn.from) } };
}

/** Returns the newest notices of the viewer's inbox, the unread ones first. */
export async function getHomeNotice(viewer: Viewer): Promise<OutputOf<Api['getHomeNotice']>> {
  return newestNotices(viewer, shownNotices);
}
