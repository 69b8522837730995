import { Modal } from 'antd';
import { Phone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dispatchApi } from '#features/dispatch/contract.ts';
import { phoneCallApi } from '#features/phoneCall/contract.ts';
import type { RunAction, WarnDetail } from '#features/warn/web/service.ts';
import type { CallResult } from '#shared/codes.ts';
import { callApi } from '#web/api/request.ts';
import { useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { dispatchKinds } from '#web/data/codeLabels.ts';
import { Button } from '#web/ui/Button.tsx';
import { CallForm } from './CallForm.tsx';
import { emergencyScript } from './emergencyScript.ts';
import { dialInput, type RunningCall, resultInput, telLink } from './runningCall.ts';
import { type Service, type ServiceCall, serviceCall, serviceOf, unrecordedCall } from './serviceCall.ts';
import './emergency.css';

const numbers: readonly Service[] = ['emergency', 'fire', 'police'];
const plain = { emergency: '120', fire: '119', police: '110' } as const;
const resultLabels: Partial<Record<CallResult, string>> = {
  ok: '接通',
  no_answer: '无人接听',
  busy: '占线',
  hung_up: '挂断',
  silent: '听不清',
};

interface Props {
  detail: WarnDetail;
  run: RunAction;
  onClose: () => void;
}

/** 代呼 120 dialog: dial with the script shown, then record the result; only connected calls are recorded as dispatch. */
export function EmergencyDialog({ detail, run, onClose }: Props) {
  const userId = useSession().user?.id ?? null;
  const [kind, setKind] = useState<Service>('emergency');
  const [area, setArea] = useState('');
  /** Whether to dial again although a connected call is still to be recorded. */
  const [again, setAgain] = useState(false);
  const [typed, setTyped] = useState<RunningCall | null>(null);
  const phone = `${area}${plain[kind]}`;
  // The result was just sent: the fresh detail may arrive later.
  const [settled, setSettled] = useState<{ startedAt: number; connected: ServiceCall | null } | null>(null);
  const recordedCall = serviceCall(detail.steps, userId);
  const open = recordedCall?.running.startedAt === settled?.startedAt ? null : recordedCall;
  const running = typed ?? open?.running ?? null;
  const connected = running === null && !again ? (settled?.connected ?? unrecordedCall(detail)) : null;
  const writing = useRef<Promise<string | null>>(null);
  const dialButton = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const previousFocus = document.activeElement;
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);

  const dial = () => {
    const about = { key: 'service', name: dispatchKinds[kind], contactId: null, phone };
    const begun: RunningCall = { ...about, startedAt: now(), endedAt: null, note: '' };
    setTyped(begun);
    setSettled(null);
    setAgain(false);
    writing.current = write(begun);
  };
  const write = async (begun: RunningCall) => {
    let stepId: string | null = null;
    await run(async () => {
      stepId = (await callApi(phoneCallApi.addWarnCall, dialInput(detail.id, begun))).id;
    });
    return stepId;
  };
  const save = async (result: CallResult) => {
    if (running === null) return;
    const input = resultInput(running, result, now());
    const stepId = typed === null ? open?.stepId : ((await writing.current) ?? open?.stepId);
    const send = () =>
      stepId === undefined
        ? callApi(phoneCallApi.addWarnCall, { ...dialInput(detail.id, running), ...input })
        : callApi(phoneCallApi.finishWarnCall, { id: detail.id, stepId, ...input });
    if (!(await run(send))) return;
    const { startedAt, phone: number, note } = running;
    const service = serviceOf(number);
    setTyped(null);
    setSettled({ startedAt, connected: result === 'ok' && service ? { service, number, note } : null });
  };
  const record = async () => {
    if (connected === null) return;
    const { service, number, note } = connected;
    const input = { id: detail.id, name: dispatchKinds[service], phone: number, kind: service };
    if (await run(() => callApi(dispatchApi.dispatchWarn, { ...input, ...(note && { note }) }), '已记录代呼'))
      onClose();
  };

  return (
    <Modal
      open
      title="代呼 120"
      width={760}
      className="dialog-form"
      footer={null}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && dialButton.current?.focus()}
    >
      <div className="emergency grid gap-6 py-4 px-6">
        <section className="flex flex-col gap-3" aria-label="拨打">
          {running === null && connected === null && (
            <>
              <fieldset className="flex items-center flex-wrap gap-2" aria-label="叫谁">
                {numbers.map((each) => (
                  <Button
                    key={each}
                    kind={each === kind ? 'primary' : undefined}
                    small
                    aria-pressed={each === kind}
                    onClick={() => setKind(each)}
                  >
                    {dispatchKinds[each]}
                  </Button>
                ))}
                <input
                  className="desk-input border border-edge rounded-md bg-container h-6 px-2 emergency-area"
                  aria-label="区号"
                  placeholder="异地加区号"
                  inputMode="numeric"
                  maxLength={4}
                  value={area}
                  onChange={(event) => setArea(event.target.value.replaceAll(/\D/g, ''))}
                />
              </fieldset>
              <a
                ref={dialButton}
                className="button danger emergency-dial font-bold"
                href={telLink(phone)}
                data-shown=""
                onClick={dial}
              >
                <Phone size={24} aria-hidden="true" />
                拨打 {phone}
              </a>
              <p className="quiet">先拨打，照右边的话说。拨了、接通了才记录。</p>
            </>
          )}
          {running !== null && (
            <CallForm
              key={running.startedAt}
              running={running}
              active
              ended={false}
              resultLabels={resultLabels}
              onChange={setTyped}
              onSave={save}
            />
          )}
          {connected !== null && (
            <>
              <p>
                <b>已接通 {connected.number}。</b>对方派人了吗？
              </p>
              <div className="flex items-center flex-wrap gap-2">
                <Button kind="primary" onClick={() => void record()}>
                  已派，记录代呼
                </Button>
                <Button onClick={onClose}>没有派</Button>
                <Button kind="bare" onClick={() => setAgain(true)}>
                  再拨一次
                </Button>
              </div>
            </>
          )}
        </section>
        <section aria-label="照着说">
          <h3 className="text-[13px] text-text2 mb-2">照着说</h3>
          <dl className="emergency-script text-base leading-6">
            {emergencyScript(detail, now()).map(([title, text]) => (
              <div className="flex gap-3 py-1" key={title}>
                <dt className="flex-none text-text2">{title}</dt>
                <dd className="wrap-anywhere">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  );
}
