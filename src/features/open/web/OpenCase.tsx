import { Phone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { keysOf, type WarnLevel } from '#shared/codes.ts';
import { type CaseAnswer, caseAnswers, caseLinkApi } from '#shared/contract/caseLink.ts';
import { drillMark } from '#shared/drill.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { deadLink } from '#shared/link.ts';
import { errorText } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { fullTime } from '#web/data/format.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { Arrival } from './Arrival.tsx';
import { InvalidLink } from './InvalidLink.tsx';
import { Reported } from './Reported.tsx';
import { Unopened } from './Unopened.tsx';

type Opened = OutputOf<typeof caseLinkApi.getCase>;
type State = { opened?: Opened; refused?: boolean; problem?: string };

/** Returns the error state: a dead link is final; other errors (lost connection, too many attempts) may pass. */
function refusal(error: unknown): State {
  return error instanceof ApiError && error.msg === deadLink ? { refused: true } : { problem: errorText(error) };
}

/** Polling interval for claim, close and whether the report was seen, ms. */
const pollMs = 10_000;

function useLookAgain(opened: Opened | undefined, look: () => void) {
  const latest = useRef(look);
  latest.current = look;
  const watched = opened !== undefined && !opened.over;
  useEffect(() => {
    if (!watched) return;
    const timer = setInterval(() => !document.hidden && latest.current(), pollMs);
    return () => clearInterval(timer);
  }, [watched]);
}

/** Public page of a warn for family and responders: event, position and their answer, without an account. */
export function OpenCase({ token }: { token: string }) {
  const [{ opened, refused, problem }, setState] = useState<State>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    callApi(caseLinkApi.getCase, { token }).then(
      (data) => setState({ opened: data }),
      (error: unknown) => setState(refusal(error)),
    );
  }, [token]);
  useLookAgain(opened, () => {
    callApi(caseLinkApi.getCase, { token, again: true }).then(
      (data) => setState((previous) => ({ ...previous, opened: data })),
      () => undefined,
    );
  });
  const send = async (ask: () => Promise<Opened>) => {
    setBusy(true);
    try {
      setState({ opened: await ask() });
      return true;
    } catch (error) {
      // Shows the current state when the answer came too late.
      const moved = error instanceof ApiError && error.status === 409;
      const now = moved ? await callApi(caseLinkApi.getCase, { token }).catch(() => undefined) : undefined;
      setState(
        now?.over ? { opened: now } : (previous) => ({ ...previous, ...(now && { opened: now }), ...refusal(error) }),
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  if (refused) return <InvalidLink />;
  if (!opened) return <Unopened problem={problem} />;
  return (
    <main className="open-page flex flex-col gap-6 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">
          {opened.drill && drillMark}
          {opened.type}
        </h1>
        <p className="mt-1.5 flex items-center flex-wrap gap-2 font-bold text-base">
          <LevelSign level={opened.level as WarnLevel} size={20} /> {opened.levelName} · {opened.state}
        </p>
      </header>
      <dl className="open-guide">
        <Line label="老人" text={opened.person} />
        <Line label="时间" text={fullTime(opened.time, opened.timeZone)} />
        <Line label="地点" text={opened.place} />
        <Line label="入户" text={opened.dispatch?.entry ?? null} />
        {opened.dispatch?.contacts.map((contact) => (
          <Line
            key={`${contact.name}${contact.phone}`}
            label={contact.hasKey ? '钥匙' : '联系人'}
            text={`${contact.name} · ${contact.relation}`}
            phone={contact.phone}
          />
        ))}
        <Line label="交代" text={opened.dispatch?.note ?? null} />
      </dl>
      {opened.over ? (
        <p className="text-base" role="status">
          告警已结束，不用再应答，谢谢。
        </p>
      ) : opened.kind === 'responder' ? (
        <Arrival token={token} opened={opened} busy={busy} send={send} />
      ) : (
        <Answers token={token} opened={opened} busy={busy} send={send} />
      )}
      <p className="text-level1-text" role="alert">
        {problem}
      </p>
      {opened.servicePhone && (
        <a className="button open-call text-base" href={`tel:${opened.servicePhone}`}>
          <Phone size={18} aria-hidden="true" /> 服务电话 {opened.servicePhone}
        </a>
      )}
      <p className="open-none text-text3">
        {opened.service} 发给 {opened.toName}。每次打开和应答都有记录，请勿转发。
      </p>
    </main>
  );
}

function Line({ label, text, phone = null }: { label: string; text: string | null; phone?: string | null }) {
  if (!text) return null;
  return (
    <div className="border-t border-line py-3 grid">
      <dt className="font-bold">{label}</dt>
      <dd>
        {text} {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
      </dd>
    </div>
  );
}

export interface AnswerProps {
  token: string;
  opened: Opened;
  busy: boolean;
  /** True when the answer was accepted. */
  send: (ask: () => Promise<Opened>) => Promise<boolean>;
}

/** Buttons 我去处理 · 我联系不上 · 误触; the last answer stays marked and can be changed. */
function Answers({ token, opened, busy, send }: AnswerProps) {
  const [note, setNote] = useState('');
  const say = async (answer: CaseAnswer) => {
    const text = note.trim();
    if (await send(() => callApi(caseLinkApi.answerCase, { token, answer, ...(text && { note: text }) }))) setNote('');
  };
  return (
    <section className="flex flex-col gap-3" aria-label="应答">
      <input
        className="text-base text-text bg-container min-h-11 rounded-md border border-edge px-3"
        aria-label="留言"
        placeholder="留言（可不填），如：二十分钟到"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {keysOf(caseAnswers).map((answer) => (
        <Button
          key={answer}
          kind={(opened.answer ?? 'going') === answer ? 'primary' : undefined}
          className="open-call text-base"
          aria-pressed={opened.answer === answer}
          disabled={busy}
          onClick={() => void say(answer)}
        >
          {caseAnswers[answer]}
        </Button>
      ))}
      <Reported report={opened.report} what={opened.answer && caseAnswers[opened.answer]} />
    </section>
  );
}
