// shell: the frame around every screen: router, tabs, menu, palette, keys.

import '#web/ui/page.css';
import './shell.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
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
import { SessionEnd } from './SessionEnd.tsx';
import { SessionGate } from './SessionGate.tsx';
import { TopSlots } from './Slots.tsx';

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
    <div className="shell on-page stack full-height">
      <button type="button" className="skip-link absolute pad-x-12 pad-y-8 round on-elevated" onClick={skipToMain}>
        跳到内容
      </button>
      <Header />
      <FaultBoundary name="告警提示">
        <TopSlots />
      </FaultBoundary>
      <SessionEnd />
      <div className="shell-body flex fill low">
        <Sider />
        <main className="shell-main stack fill slim" id="main" tabIndex={-1}>
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
