import { Bell } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { type InboxStart, onOpenInbox } from '#web/shell/inbox.ts';
import { useOverlayClose } from '#web/shell/overlay.ts';
import { Button } from '#web/ui/Button.tsx';
import './inbox.css';
import { startNotices, useNotices } from './noticeStore.ts';

const Inbox = lazy(() => import('./Inbox.tsx'));

/** Bell with the number of open notices; opens the inbox. */
export default function HeaderSlot() {
  const userId = useSession().user?.id;
  const { count } = useNotices();
  const { pathname } = useLocation();
  /** Page on which the inbox was opened: it closes on another page. */
  const [openNoticeId, setOpenNoticeId] = useState<string>();
  const open = openNoticeId === pathname;
  useOverlayClose(() => setOpenNoticeId(undefined));
  const [opened, setOpened] = useState(false);
  const [start, setStart] = useState<InboxStart>({});
  const show = (from: InboxStart) => {
    setStart(from);
    setOpened(true);
    setOpenNoticeId(pathname);
  };
  const showRequested = useEffectEvent(show);
  useEffect(() => onOpenInbox((from) => showRequested(from)), []);

  useEffect(() => (userId ? startNotices() : undefined), [userId]);

  const name = count ? `通知，${count} 条未读` : '通知';
  return (
    <>
      <Button
        kind="icon"
        className="notice-bell relative"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        onClick={() => show({})}
      >
        <Bell size={16} aria-hidden="true" />
        {count !== null && count > 0 && (
          <span className="absolute text-center text-xs leading-4 px-1" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
      <Suspense>{opened && <Inbox open={open} start={start} onClose={() => setOpenNoticeId(undefined)} />}</Suspense>
    </>
  );
}
