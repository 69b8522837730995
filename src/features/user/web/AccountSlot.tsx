import './account.css';
import { Drawer } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { loadProfile } from '#web/api/sessionFlow.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { showOverlay, useOverlay } from '#web/shell/overlay.ts';
import { Button } from '#web/ui/Button.tsx';
import { userApi } from '../contract.ts';
import { OwnProfile } from './OwnProfile.tsx';
import { OwnSecurity } from './OwnSecurity.tsx';
import { OwnSessions } from './OwnSessions.tsx';

export type Profile = OutputOf<typeof userApi.getUserProfile>;

/** 个人中心: profile, password, two-step login and open sessions. */
export default function AccountSlot() {
  const open = useOverlay() === 'person';
  const [profile, setProfile] = useState<Profile>();
  const [problem, setProblem] = useState<string>();
  const read = useCallback(() => {
    callApi(userApi.getUserProfile, {}).then(
      (answer) => {
        setProfile(answer);
        setProblem(undefined);
      },
      (error: unknown) => setProblem(problemText(error)),
    );
  }, []);
  useEffect(() => {
    if (open) read();
  }, [open, read]);
  const changed = useCallback(() => {
    read();
    // Reloads name and picture for the header.
    loadProfile().catch(() => undefined);
  }, [read]);
  return (
    <Drawer
      open={open}
      title="个人中心"
      size={480}
      rootClassName="person-drawer"
      onClose={() => showOverlay(undefined)}
      destroyOnHidden
    >
      {problem && !profile && (
        <p role="alert">
          个人资料没有取到。{problem}
          <Button onClick={read}>重试</Button>
        </p>
      )}
      {profile && (
        <>
          <OwnProfile profile={profile} onChanged={changed} />
          <OwnSecurity profile={profile} onChanged={read} />
          <Slots name="accountSetting" props={{}} />
          <OwnSessions />
        </>
      )}
    </Drawer>
  );
}
