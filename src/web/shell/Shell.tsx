// shell: the frame around every screen: router, tabs, menu, palette, keys.

import '#web/ui/page.css';
import './shell.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { FaultBoundary } from '../exception/FaultBoundary.tsx';
import { ThemeProvider } from './antdTheme.tsx';
import { useDialling } from './dialMethod.ts';
import { Header } from './Header.tsx';
import { lazyOverlay } from './lazyOverlay.tsx';
import { BottomBar } from './menu/BottomBar.tsx';
import { Sider } from './menu/Sider.tsx';
import { showOverlay } from './overlay.ts';
import { OpenPages } from './pages/OpenPages.tsx';
import { PageTabs } from './pages/PageTabs.tsx';
import { Palette } from './palette/Palette.tsx';
import { PasswordBox, PasswordGate } from './password/PasswordGate.tsx';
import { SessionGate } from './SessionGate.tsx';

const ShortcutTable = lazyOverlay('keys', () => import('./ShortcutTable.tsx'));

const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0 } },
});

/** The frame around the screens of a logged-in user. */
export default function Shell() {
  const { user } = useSession();
  useEffect(() => () => queries.clear(), []);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queries}>
        <SessionGate>
          <Inside key={user?.id} passwordExpired={user?.mustChangePassword ?? false} />
        </SessionGate>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Asks for a password that was reset meanwhile in a box above the pages, which keep their input. */
function Inside({ passwordExpired }: { passwordExpired: boolean }) {
  const [begun, setBegun] = useState(!passwordExpired);
  if (!passwordExpired && !begun) setBegun(true);
  return (
    <>
      {begun && <Frame />}
      {passwordExpired && (begun ? <PasswordBox /> : <PasswordGate />)}
    </>
  );
}

function Frame() {
  useHotkey('?', () => showOverlay('keys'));
  useDialling();
  return (
    <div className="shell bg-bg flex flex-col h-full">
      <button type="button" className="skip-link absolute px-3 py-2 rounded-md bg-elevated" onClick={skipToMain}>
        跳到内容
      </button>
      <Header />
      <FaultBoundary name="告警提示">
        <div className="top-slots flex flex-col flex-none relative">
          <Slots name="top" props={{}} missing="告警提示没有载入，本页此刻不会响起。重新加载后继续，已填的内容还在。" />
        </div>
      </FaultBoundary>
      <SessionEnd />
      <div className="shell-body flex flex-1 min-h-0">
        <Sider />
        <main className="shell-main flex flex-col flex-1 min-w-0" id="main" tabIndex={-1}>
          <PageTabs />
          <OpenPages />
        </main>
      </div>
      <BottomBar />
      <Palette />
      <ShortcutTable />
    </div>
  );
}

function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** How long before the end of a login the user is notified, ms. */
const noticeBeforeMs = 10 * 60_000;

/** A line before the end of a login: the login dialog will open in place, so the user can keep working. */
function SessionEnd() {
  const { user } = useSession();
  const now = useNow(15_000);
  const ends = user?.sessionEndsAt;
  const remainingMs = ends ? Date.parse(ends) - now : Number.NaN;
  if (!ends || !(remainingMs > 0 && remainingMs <= noticeBeforeMs)) return null;
  return (
    <Strip role="status">
      <Clock size={14} aria-hidden />
      本次登录 {fullTime(ends).slice(11, 16)} 到时，届时在原处重新输入密码；手上的告警和已填的内容都会保留。
    </Strip>
  );
}
