import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import type { InboxStart } from '#web/shell/inbox.ts';
import { noticeApi } from '../contract.ts';
import { InboxList } from './InboxList.tsx';
import { InboxNotice } from './InboxNotice.tsx';
import { readNotice, useNotices } from './noticeStore.ts';

const pageSize = 30;

interface Props {
  open: boolean;
  start: InboxStart;
  onClose: () => void;
}

/** The inbox: a list, and each notice in full. */
export default function Inbox({ open, start, onClose }: Props) {
  const { change } = useNotices();
  const [unread, setUnread] = useState(false);
  const [written, setWritten] = useState(false);
  const [shownId, setShownId] = useState<string>();
  const query = useInfiniteQuery({
    queryKey: ['notice', 'inbox', unread, written],
    queryFn: ({ pageParam: page, signal }) =>
      callListApi(
        noticeApi.getMyNoticeList,
        { page, limit: pageSize, ...(unread && { unread }), ...(written && { automatic: false }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ count }, pages) => (pages.length * pageSize < count ? pages.length + 1 : undefined),
    enabled: open,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const { refetch } = query;
  const seen = useRef(change);
  useEffect(() => {
    if (!open || seen.current === change) return;
    seen.current = change;
    void refetch({ cancelRefetch: false });
  }, [change, open, refetch]);
  /** Queries the shown notice by id, so that it stays on screen after leaving the unread list. */
  const noticeQuery = useQuery({
    queryKey: ['notice', 'one', shownId, change],
    queryFn: async ({ signal }) => {
      const { rows } = await callListApi(noticeApi.getMyNoticeList, { id: shownId ?? '' }, { signal });
      return rows[0] ?? null;
    },
    enabled: open && shownId !== undefined,
    placeholderData: (previous) => previous ?? rows?.find(({ id }) => id === shownId) ?? null,
    retry: false,
  });

  const begin = useEffectEvent(() => {
    setUnread(start.unread === true);
    setWritten(start.written === true);
    if (start.noticeId !== undefined) show(start.noticeId);
  });
  useEffect(() => {
    if (open) begin();
  }, [open]);

  function show(id: string): void {
    setShownId(id);
    const row = rows?.find((candidate) => candidate.id === id);
    // On failure the count is unchanged; opening the notice again retries.
    if (!row || row.readAt === null) readNotice(id).catch(() => undefined);
  }

  const shown =
    shownId === undefined
      ? undefined
      : noticeQuery.data?.id === shownId
        ? noticeQuery.data
        : rows?.find(({ id }) => id === shownId);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={480}
      title="通知"
      placement="right"
      rootClassName="notice-drawer"
      afterOpenChange={(isOpen) => !isOpen && setShownId(undefined)}
    >
      {shownId === undefined ? (
        <InboxList
          rows={rows}
          count={query.data?.pages.at(-1)?.count ?? 0}
          lost={query.isError ? errorText(query.error) : undefined}
          unread={unread}
          onUnread={setUnread}
          written={written}
          onWritten={setWritten}
          onRetry={() => void query.refetch()}
          onMore={() => void query.fetchNextPage()}
          onShow={show}
        />
      ) : (
        <InboxNotice
          notice={shown}
          lost={noticeQuery.isError || noticeQuery.data === null}
          onBack={() => setShownId(undefined)}
        />
      )}
    </Drawer>
  );
}
