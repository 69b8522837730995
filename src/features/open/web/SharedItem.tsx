import { type FormEvent, useEffect, useState } from 'react';
import { shareApi } from '#shared/contract/share.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { deadLink } from '#shared/link.ts';
import { errorText } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';
import { InvalidLink } from './InvalidLink.tsx';
import { SharedLost } from './SharedLost.tsx';
import { SharedPlace } from './SharedPlace.tsx';
import { SharedSheet } from './SharedSheet.tsx';
import { Unopened } from './Unopened.tsx';

type Opened = OutputOf<typeof shareApi.openShare>;
type State = { opened?: Opened; refused?: boolean; problem?: string };

/** Openings by token: one view counts once, also with React's double effects in development. */
const openings = new Map<string, Promise<Opened>>();

function openOnce(token: string): Promise<Opened> {
  const opening = openings.get(token) ?? callApi(shareApi.openShare, { token });
  openings.set(token, opening);
  return opening;
}

/** Page of a shared link; asks for the code when there is one. */
export function SharedItem({ token }: { token: string }) {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    openOnce(token).then(
      (opened) => setState({ opened }),
      (error: unknown) => setState(refusal(error)),
    );
  }, [token]);

  const [code, setCode] = useState<string>();

  async function open(typed: string | undefined): Promise<void> {
    try {
      const opened = await callApi(shareApi.openShare, { token, ...(typed !== undefined && { code: typed }) });
      setCode(typed);
      setState({ opened });
    } catch (error) {
      setState({ opened: state.opened, ...refusal(error) });
    }
  }

  if (state.refused) return <InvalidLink />;
  if (!state.opened) return <Unopened problem={state.problem} />;
  const { sheet, place, lost, expiresAt } = state.opened;
  const reload = () => void open(code);
  if (place) return <SharedPlace shared={place} expiresAt={expiresAt} onReload={reload} />;
  if (lost) return <SharedLost shared={lost} expiresAt={expiresAt} onReload={reload} />;
  if (sheet) return <SharedSheet sheet={sheet} expiresAt={expiresAt} />;
  return <CodeForm problem={state.problem} onSubmit={open} />;
}

/** Returns the error state: a dead link is final; other errors (lost connection, too many attempts) may pass. */
function refusal(error: unknown): State {
  return error instanceof ApiError && error.msg === deadLink ? { refused: true } : { problem: errorText(error) };
}

function CodeForm({ problem, onSubmit }: { problem: string | undefined; onSubmit: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const isComplete = /^\d{4}$/.test(code);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || busy) return;
    setBusy(true);
    await onSubmit(code);
    setBusy(false);
  };
  return (
    <main className="open-page flex flex-col gap-6 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">输入提取码</h1>
        <p className="text-text2">提取码由发给你链接的人告诉你。</p>
      </header>
      <form className="open-code flex flex-wrap gap-2" onSubmit={(event) => void send(event)}>
        <input
          className="text-lg text-text bg-container min-h-11 rounded-md border border-edge"
          aria-label="提取码"
          aria-invalid={problem !== undefined}
          aria-describedby="open-code-problem"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={4}
          placeholder="4 位数字"
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
        />
        <Button kind="primary" className="min-h-11" type="submit" disabled={!isComplete || busy}>
          查看
        </Button>
        <p className="text-level1-text w-full min-h-5" id="open-code-problem" role="alert">
          {problem}
        </p>
      </form>
    </main>
  );
}
