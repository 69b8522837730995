import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { logApi } from '#features/equipmentLog/contract.ts';
import { errorLabel, logKinds, readingLabels } from '#shared/deviceLabels.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { ControlProps, FormValues } from '#web/form/types.ts';
import type { ModelEvent } from '../contract.ts';

type Tried = OutputOf<typeof logApi.decodeFrame>;
type Encoding = 'text' | 'hex' | 'json';

const encodings = [
  { value: 'text', label: '文本' },
  { value: 'hex', label: 'HEX' },
  { value: 'json', label: 'JSON' },
];

interface Message {
  kind: string;
  number: string;
  alarms?: string[];
  battery?: number | null;
  readings?: { kind: string; value: number; unit: string; valid: boolean }[];
}

/**
 * Returns one message as a line: 8800000015 · 定位 · 主动呼救 · 心率 80 次/分. Unknown kinds of a manufacturer keep their own
 * text.
 */
function lineOf(message: Message): string {
  const alarms = (message.alarms ?? []).map((type) => labelOf('warn_type', type));
  const readings = (message.readings ?? []).map(({ kind, value, unit: vendorUnit }) => {
    const [name, unit] = readingLabels[kind] ?? [kind, ` ${vendorUnit}`];
    return `${name} ${value}${unit}`;
  });
  const battery = typeof message.battery === 'number' ? [`电量 ${message.battery}%`] : [];
  const kind = logKinds[message.kind as keyof typeof logKinds] ?? message.kind;
  return [message.number, kind, ...alarms, ...readings, ...battery].join(' · ');
}

/** Shows how a frame is decoded with the values in the form; stores nothing. */
export function DecodePreview({ props: { attributes, disabled }, typed }: { props: ControlProps; typed: FormValues }) {
  const [frame, setFrame] = useState('');
  const [encoding, setEncoding] = useState<Encoding>('text');
  const [tried, setTried] = useState<Tried>();
  const { protocol, profile, events } = typed;
  async function run(): Promise<void> {
    const preview = await withToast(
      () =>
        callApi(logApi.decodeFrame, {
          protocol: String(protocol ?? ''),
          frame,
          encoding,
          profile: (profile ?? {}) as Record<string, unknown>,
          events: ((events ?? []) as ModelEvent[]).filter(({ code }) => code !== ''),
          ...(protocol === 'mqtt' && { topic: 'equipment/try/up' }),
        }),
      { done: null, failed: '没有解析' },
    );
    setTried(preview);
  }
  return (
    <div className="flex flex-col gap-2">
      <Input.TextArea
        {...attributes}
        className="mono"
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder="粘贴一帧报文，用上面尚未保存的配置解析，不入库"
        value={frame}
        disabled={disabled}
        spellCheck={false}
        onChange={({ target }) => setFrame(target.value)}
      />
      <div className="flex items-center gap-2">
        <Select
          className="model-access"
          aria-label="报文的编码"
          value={encoding}
          options={encodings}
          onChange={(to: Encoding) => setEncoding(to)}
        />
        <Button disabled={frame.trim() === '' || !protocol} onClick={() => void run()}>
          试解析
        </Button>
      </div>
      {tried && (
        <output className="flex flex-col gap-1 text-[13px]">
          {[...new Set(tried.messages.map((message) => lineOf(message as Message)))].map((line) => (
            <span key={line} className="mono">
              {line}
            </span>
          ))}
          {tried.errors.map((error) => (
            <span key={error} className="text-level1-text">
              {errorLabel(error)}
            </span>
          ))}
          {tried.messages.length + tried.errors.length === 0 && <span className="text-text3">没有解析出消息</span>}
        </output>
      )}
    </div>
  );
}
