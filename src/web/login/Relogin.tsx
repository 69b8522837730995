// login: logging in, also in the middle of work.

import './login.css';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { dropEnding, useSessionEnding } from '#web/api/ending.ts';
import { onSessionOver } from '#web/api/request.ts';
import { closeSession, isExpired, openSession, session, subscribeSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { texts } from '#web/core/texts.ts';
import { fullTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { BoxFrame } from '../message/BoxFrame.tsx';
import { FieldError } from '../message/FieldError.tsx';
import { CaptchaField } from './CaptchaField.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useLoginForm } from './useLoginForm.ts';

type Settle = (again: boolean) => void;
let waiting: Settle | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog; resolves to true if the same user logged in again, here or in another tab of the browser. */
function ask(): Promise<boolean> {
  if (!session().user) {
    closeSession();
    return Promise.resolve(false);
  }
  return new Promise((resolve) => {
    const settle: Settle = (again) => {
      // The end of the session also triggers this.
      if (waiting !== settle) return;
      setWaiting(undefined);
      if (!again) closeSession();
      resolve(again);
    };
    setWaiting(settle);
  });
}

function setWaiting(settle: Settle | undefined): void {
  waiting = settle;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Dialog of an ended session (40026): the user logs in inside it, and waiting calls are repeated. */
export function ReloginHost() {
  useEffect(() => onSessionOver(ask), []);
  const settle = useSyncExternalStore(subscribe, () => waiting);
  return settle ? <Relogin settle={settle} /> : null;
}

/** Reasons after which the account cannot log in. */
const shut: readonly string[] = ['disabled', 'deleted', 'expired'];

function Relogin({ settle }: { settle: Settle }) {
  const id = useId();
  const user = session().user;
  const ending = useSessionEnding();
  const form = useLoginForm(user?.account ?? '', async (answer) => {
    openSession(answer.token, answer.exp_time);
    settle(true);
  });
  useEffect(() => followSession(settle), [settle]);
  return (
    <BoxFrame
      title={texts.sessionOver}
      level="warning"
      footer={
        <>
          <span className="flex-1 text-xs leading-4.5 text-text3">页面和已填的内容还在</span>
          <Button
            onClick={() => {
              dropEnding();
              settle(false);
            }}
          >
            换账号
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={form.busy}>
            {form.busy && <span className="spinner" />}
            重新登录
          </Button>
        </>
      }
    >
      {ending ? `${ending.text}。` : sinceWhen()}
      {ending && shut.includes(ending.reason)
        ? '账号恢复前不能登录，请联系管理员。'
        : '登录后继续刚才的操作，告警仍由其他坐席接收。'}
      <form
        id={id}
        className="flex flex-col gap-3 mt-3"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {form.second ? (
          <CodeField form={form} id={`${id}code`} />
        ) : (
          <>
            <PasswordField
              id={`${id}password`}
              label={`${user?.name ?? ''}（${user?.account ?? ''}）的密码`}
              value={form.values.password}
              problem={form.faults.password}
              autoFocus
              onChange={(password) => form.change({ password })}
            />
            <CaptchaField form={form} id={`${id}captcha`} />
          </>
        )}
        {form.faults.form && <FieldError>{form.faults.form}</FieldError>}
      </form>
    </BoxFrame>
  );
}

/** Returns 「你的登录已于 09:38 过期。」, or that the login was ended early. */
function sinceWhen(): string {
  const { expTime, user } = session();
  const ends = user?.sessionEndsAt;
  if (ends && Date.parse(ends) <= now()) return `登录的最长时限到了（${fullTime(ends).slice(11, 16)}）。`;
  if (!isExpired(expTime, now()) || expTime === undefined) return '你的登录已失效。';
  return `你的登录已于 ${fullTime(new Date(expTime * 1000).toISOString()).slice(11, 16)} 过期。`;
}

/** Follows a login or logout in another tab. */
function followSession(settle: Settle): () => void {
  const previousToken = session().token;
  return subscribeSession(() => {
    const { token } = session();
    if (token !== previousToken) settle(token !== undefined);
  });
}
