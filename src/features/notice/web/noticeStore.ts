import { useSyncExternalStore } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { events, resets } from '#web/live/client.ts';
import type { LiveEvent } from '#web/live/protocol.ts';
import { toast } from '#web/message/message.tsx';
import { type NoticeNews, noticeApi } from '../contract.ts';

export type MyNotice = OutputOf<typeof noticeApi.getMyNoticeList>;
type NoticeEvent = LiveEvent & { notice: NoticeNews };

export interface NoticeState {
  /** Number of notices unread or waiting for 我已知晓; null until the first answer. */
  count: number | null;
  /** Urgent notices that wait for 我已知晓, newest first. */
  urgent: readonly MyNotice[];
  /** Grows with every change: an open inbox then reloads. */
  change: number;
}

const empty: NoticeState = { count: null, urgent: [], change: 0 };
let state = empty;
const listeners = new Set<() => void>();

function set(patch: Partial<NoticeState>): void {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
}

/** Returns the inbox state for the header. */
export function useNotices(): NoticeState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

let asking: Promise<void> | undefined;
let again = false;

/** Loads the count and open urgent notices; a change meanwhile causes one more load. */
export function loadNotices(): Promise<void> {
  if (asking) {
    again = true;
    return asking;
  }
  asking = ask().finally(() => {
    asking = undefined;
    if (!again) return;
    again = false;
    void loadNotices();
  });
  return asking;
}

async function ask(): Promise<void> {
  try {
    const { count } = await callApi(noticeApi.getUnreadCount, {});
    const open = count > 0 ? await callListApi(noticeApi.getMyNoticeList, { unread: true, limit: 50 }) : { rows: [] };
    set({
      count,
      urgent: open.rows.filter(({ level, needConfirm }) => level === 'urgent' && needConfirm),
      change: state.change + 1,
    });
  } catch {
    // On failure the count is unchanged; the next event or reset loads again.
  }
}

/**
 * Marks a notice as read or confirmed.
 * @throws CallError when refused or unanswered
 */
export async function readNotice(id: string, confirmed = false): Promise<void> {
  const { count } = await callApi(noticeApi.readNotice, confirmed ? { id, confirmed } : { id });
  set({ count, urgent: confirmed ? state.urgent.filter((notice) => notice.id !== id) : state.urgent });
}

/**
 * Marks as read all notices that need no 我已知晓.
 * @throws CallError when refused or unanswered
 */
export async function readAll(): Promise<void> {
  const { count } = await callApi(noticeApi.readAllNotice, {});
  set({ count, change: state.change + 1 });
}

function isNotice(event: LiveEvent): event is NoticeEvent {
  return 'notice' in event;
}

/** Follows the live stream; the returned function stops it and clears the state. */
export function startNotices(): () => void {
  void loadNotices();
  const ends = [
    events.on((event) => {
      if (!isNotice(event)) return;
      if (event.kind === 'created' && event.notice.level !== 'urgent') toast.info('收到一条新通知');
      if (event.kind === 'reminded') toast.warning('有通知等你阅读');
      void loadNotices();
    }),
    resets.on(() => void loadNotices()),
  ];
  return () => {
    for (const end of ends) end();
    set(empty);
  };
}
