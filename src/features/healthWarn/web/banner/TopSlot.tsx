import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { can, useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { waiting } from '#web/data/format.ts';
import { useCall } from '#web/screen/useCall.ts';
import { setMenuBadge } from '#web/shell/menu/badges.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { warningApi } from '../../contract.ts';
import { takeWith } from '../take.ts';
import { useLiveReload } from '../useLiveReload.ts';
import './banner.css';

const screen = '/healthy/early_warning';

/** Slot between header and tabs: a line for the first waiting warning of level 2, to those who work them. */
export default function TopSlot() {
  const { user } = useSession();
  return user && can('earlyWarning:handle') ? <ImportantWarning key={user.id} /> : null;
}

function ImportantWarning() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const now = useNow(1000);
  const { data, reload } = useCall(warningApi.getEarlyWarningBanner, {}, { live: 'polled' });
  useLiveReload(() => void reload());
  const waits = data?.waiting ?? 0;
  useEffect(() => {
    setMenuBadge(screen, waits > 0 ? { count: waits, urgent: false } : null);
    return () => setMenuBadge(screen, null);
  }, [waits]);
  const first = data?.first;
  // The page itself shows them all.
  if (!first || pathname === screen) return null;
  const open = (id: string) => void navigate(`${screen}?id=${id}`);
  const take = async () => {
    if (await takeWith(first)) open(first.id);
    void reload();
  };
  return (
    <section
      className="warning-banner level2 bg-tone-tint h-10 flex items-center gap-3 whitespace-nowrap"
      aria-label="健康预警"
    >
      <LevelSign level={2} size={18} />
      <b className="text-tone-text">重要</b>
      <span className="max-md:hidden">健康预警</span>
      <b className="text-[15px]" role="status">
        {first.customerName}
      </b>
      <span className="flex-1 overflow-hidden text-ellipsis">{first.sentence}</span>
      {data.important > 1 && (
        <Button kind="link" onClick={() => void navigate(`${screen}?tab=open`)}>
          另有 {data.important - 1} 条
        </Button>
      )}
      <time className="font-bold" aria-hidden="true">
        {waiting(now - Date.parse(first.createdAt))}
      </time>
      <Button className="h-7" onClick={() => void take()}>
        接
      </Button>
    </section>
  );
}
