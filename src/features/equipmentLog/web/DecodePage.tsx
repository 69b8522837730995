import { Button, Input, Select } from 'antd';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useProtocols } from '#features/equipment/web/service.ts';
import { errorLabel } from '#shared/deviceLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { bytesOf, textOf } from '#web/data/bytes.ts';
import { useScreen } from '#web/screen/screen.ts';
import { logApi } from '../contract.ts';
import type { Span } from './bytes.ts';
import { MessageView } from './MessageView.tsx';
import './log.css';

type Read = OutputOf<typeof logApi.decodeFrame> & { protocol: string };
type DecodeInput = InputOf<typeof logApi.decodeFrame>;

const encodings = [
  { value: 'text', label: '文本' },
  { value: 'hex', label: '十六进制' },
  { value: 'json', label: 'JSON' },
];
/** Example topic of each protocol over MQTT. */
const topics: Readonly<Record<string, string>> = {
  mqtt: 'equipment/<设备编号>/up',
  z2m: 'zigbee2mqtt/<名称>',
  lorawan: 'application/<应用>/device/<devEui>/event/up',
  thingsboard: 'v1/gateway/telemetry',
};
const hasTopic = (protocol: string) => Object.hasOwn(topics, protocol);
const example: DecodeInput = { protocol: 'watch', encoding: 'text', frame: '' };

/** Holds the input and the result of a preview. The address `?id=` loads a stored message. */
function useDecodePreview() {
  const { query, setTitle } = useScreen();
  const [input, setInput] = useState<DecodeInput>(example);
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const id = query.get('id');
  const decode = useCallback(async (input: DecodeInput) => {
    setBusy(true);
    setProblem(undefined);
    try {
      setRead({ ...(await callApi(logApi.decodeFrame, input)), protocol: input.protocol });
    } catch (error) {
      setRead(undefined);
      setProblem(problemText(error, '没有解析出来'));
    } finally {
      setBusy(false);
    }
  }, []);
  useEffect(() => setTitle('试解析'), [setTitle]);
  useEffect(() => {
    if (!id) return;
    const leaving = new AbortController();
    const fill = ({ protocol, raw, model, sn, topic, covered }: OutputOf<typeof logApi.getEquipmentLog>) => {
      const own = protocol === 'mqtt' ? `equipment/${sn}/up` : (topic ?? undefined);
      const input: DecodeInput = { protocol, encoding: 'hex', frame: raw, model, topic: own, session: sn };
      setInput(input);
      if (covered) setProblem('这条消息含健康数值，原文已遮盖，只能解析其余部分');
      else void decode(input);
    };
    callApi(logApi.getEquipmentLog, { id }, { signal: leaving.signal }).then(fill, (error: unknown) => {
      if (!isAborted(error)) setProblem(problemText(error, '报文没有取到'));
    });
    return () => leaving.abort();
  }, [id, decode]);
  return { asked: input, setAsked: setInput, read, problem, busy, decode };
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs text-text3">{label}</span>
      {children}
    </div>
  );
}

/** Page 试解析: decodes typed bytes and shows the result next to them; stores nothing (domain.md 6.20). */
export default function DecodePage() {
  const { asked: input, setAsked: setInput, read, problem, busy, decode } = useDecodePreview();
  const protocols = useProtocols();
  const change = (patch: Partial<DecodeInput>) => setInput({ ...input, ...patch });
  return (
    <section className="try-page h-full overflow-auto p-4" aria-label="试解析">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void decode(input);
        }}
      >
        <div className="flex items-center justify-between">
          <h1 className="text-base font-bold">试解析</h1>
          <a href="#/equipment/log">设备日志</a>
        </div>
        <p className="text-xs text-text3">粘贴一条或一串报文，看每个字段来自哪些字节。不保存，不产生告警。</p>
        <div className="flex flex-wrap gap-3 items-start">
          <Labelled label="协议">
            <Select
              aria-label="协议"
              className="try-select"
              options={[...protocols]}
              value={input.protocol}
              onChange={(protocol) => change({ protocol })}
            />
          </Labelled>
          <Labelled label="写法">
            <Select
              aria-label="写法"
              className="try-select"
              options={encodings}
              value={input.encoding}
              onChange={(encoding) => change({ encoding })}
            />
          </Labelled>
          <Labelled label="型号（可不填）">
            <Input
              aria-label="型号"
              className="try-select"
              value={input.model ?? ''}
              onChange={({ target }) => change({ model: target.value || undefined })}
            />
          </Labelled>
          {hasTopic(input.protocol) && (
            <Labelled label="主题（MQTT 的完整主题）">
              <Input
                aria-label="主题"
                className="try-select"
                value={input.topic ?? ''}
                placeholder={topics[input.protocol]}
                onChange={({ target }) => change({ topic: target.value || undefined })}
              />
            </Labelled>
          )}
        </div>
        <Input.TextArea
          aria-label="报文"
          className="mono"
          rows={5}
          value={input.frame}
          placeholder="[3G*8800000015*000D*LK,50,100,100]"
          onChange={({ target }) => change({ frame: target.value })}
        />
        <div>
          <Button type="primary" htmlType="submit" loading={busy} disabled={input.frame === ''}>
            解析
          </Button>
        </div>
        {problem && (
          <p className="danger" role="alert">
            {problem}
          </p>
        )}
      </form>
      {read && <Outcome read={read} protocol={protocols.find(({ value }) => value === read.protocol)?.label} />}
    </section>
  );
}

function Outcome({
  read: { messages, replies, frames, errors },
  protocol,
}: {
  read: Read;
  protocol: string | undefined;
}) {
  const nothing = messages.length + replies.length + frames.length + errors.length === 0;
  if (nothing) return <p aria-live="polite">{`其中没有一帧是「${protocol}」的报文。请核对协议和写法。`}</p>;
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      <p>
        共 {frames.length} 帧，{messages.length} 条消息，{replies.length} 条应答
        {errors.length > 0 && (
          <span className="danger">
            ，{errors.length} 处错误：{errors.map(errorLabel).join('；')}
          </span>
        )}
      </p>
      {numbered(messages as unknown as Message[]).map(([place, { raw, spans, ...decoded }]) => (
        <article key={place} className="rounded-md border border-line p-3" aria-label={`第 ${place} 条消息`}>
          <MessageView raw={raw} spans={spans} decoded={decoded} />
        </article>
      ))}
      {numbered(replies).map(([place, hex]) => (
        <p key={place}>
          <span className="text-text3">应答 </span>
          <code className="mono wrap-anywhere">{textOf(bytesOf(hex))}</code>
        </p>
      ))}
    </div>
  );
}

/** Shows a message as the server decodes it. */
type Message = { raw: string; spans: Span[] } & Record<string, unknown>;

/** Returns items with their position from 1, as keys: equal bytes may occur twice. */
const numbered = <T,>(list: readonly T[]) => list.map((item, index) => [index + 1, item] as const);
