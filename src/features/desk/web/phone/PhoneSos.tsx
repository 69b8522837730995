import { claimAndOpen, useOpenWarns, useWarnCounts, type WarnRow } from '#features/warn/web/service.ts';
import { queueTabs, TabRow, tabCounts, tabOf } from '#features/warnList/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { useScreen } from '#web/screen/screen.ts';
import { SubScreenMenu } from '#web/shell/SubScreenMenu.tsx';
import { PhoneHistory } from './PhoneHistory.tsx';
import { PhoneQueue } from './PhoneQueue.tsx';
import { PhoneWarn } from './PhoneWarn.tsx';
import './phone.css';
import './warn.css';

/** SOS 告警 on a phone: cards, and one warn at a time (pictures 13 and 13b). */
export default function PhoneSos() {
  const { query, setQuery } = useScreen();
  const tab = tabOf(query.get('tab'));
  const id = query.get('id');
  const userId = useSession().user?.id ?? null;
  const open = useOpenWarns();
  const counts = useWarnCounts();
  const openWarn = (next: string) => setQuery({ id: next });
  if (id !== null) return <PhoneWarn key={id} id={id} onBack={() => setQuery({ id: null })} />;
  return (
    <div className="phone-sos flex flex-col min-h-0 text-base leading-6 h-full">
      <div className="phone-bar max-md:[&_.button]:min-h-11 flex items-center flex-none border-b border-line bg-container">
        <TabRow
          tab={tab}
          figures={tabCounts(open, counts, userId)}
          onTab={(next) => setQuery({ tab: next === 'pending' ? null : next })}
        />
        <SubScreenMenu path="/warn/sos" />
      </div>
      {queueTabs.includes(tab) ? (
        <PhoneQueue
          tab={tab}
          rows={open}
          userId={userId}
          canClaim={can('warn:claim')}
          onOpen={openWarn}
          onClaim={(row: WarnRow) => void claimAndOpen(row, openWarn)}
        />
      ) : (
        <PhoneHistory key={tab} tab={tab} onOpen={openWarn} />
      )}
    </div>
  );
}
