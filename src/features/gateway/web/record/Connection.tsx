import type { ReactNode } from 'react';
import { gatewayApi } from '#features/gateway/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

type Settings = OutputOf<typeof gatewayApi.getConnection>;
type File = Settings['files'][number];

/** Stands for the secret in texts to copy. */
const secretMark = '<密钥>';

/** Marks the places where the secret stands. */
function Marked({ text }: { text: string }): ReactNode {
  const at = text.indexOf(secretMark);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{secretMark}</mark>
      <Marked text={text.slice(at + secretMark.length)} />
    </>
  );
}

/** A text to copy into the software of the gateway. */
export function ConfigurationFile({ file: { title, name, text } }: { file: File }) {
  return (
    <section className="gateway-file flex flex-col gap-2 min-w-0" aria-label={name}>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-sm min-w-0">
          {name} <span className="block font-normal text-xs text-text2">{title}</span>
        </h2>
        <span className="flex-none">
          <CopyButton text={text} label="复制" />
        </span>
      </div>
      {/* A wide text scrolls by keyboard, too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable */}
      <pre className="mono text-xs" tabIndex={0}>
        <Marked text={text} />
      </pre>
    </section>
  );
}

const directions = { up: '网关写', down: '网关读' } as const;

function Entrance({ settings: { user, host, ports, topics } }: { settings: Settings }) {
  const open = [
    ports.mqtts && `MQTT 加密 ${ports.mqtts}`,
    ports.mqtt && `MQTT ${ports.mqtt}`,
    ports.http && `HTTP ${ports.http}`,
  ].filter(Boolean);
  const code = (text: string) => <span className="mono select-all wrap-anywhere">{text}</span>;
  return (
    <section className="flex flex-col gap-4 min-w-0" aria-label="接入">
      <h2 className="text-sm">接入</h2>
      <DescriptionList
        facts={[
          ['主机', code(host)],
          ['端口', open.join('、')],
          ['用户名', user === secretMark ? '新增或重置时显示过一次的密钥' : code(user)],
          ['密码', user === secretMark ? '不填' : '新增或重置时显示过一次的密钥'],
        ]}
      />
      {topics.length > 0 && (
        <PanelTable
          label="主题"
          columns={[
            { key: 'direction', title: '方向', render: ({ direction }) => directions[direction] },
            { key: 'topic', title: '主题', render: ({ topic }) => <span className="mono wrap-anywhere">{topic}</span> },
            { key: 'note', title: '说明' },
          ]}
          rows={topics.map((topic) => ({ id: topic.topic, ...topic }))}
        />
      )}
    </section>
  );
}

/** Loads what the software of a gateway needs to connect. */
export const useConnection = (id: string) => useCall(gatewayApi.getConnection, { id }, { staleTime: 60_000 });

/** Section 配置: host, ports, user, topics, and texts to copy, ready but for the secret. */
export function Connection({ id }: { id: string }) {
  const read = useConnection(id);
  return (
    <SectionPart {...read} what="接入配置">
      {(settings) => (
        <div className="gateway-connection">
          <Entrance settings={settings} />
          <div className="flex flex-col gap-6 min-w-0">
            <p className="text-[13px] text-text2">
              下面的内容复制后只需把 <mark>{secretMark}</mark> 换成密钥。密钥只显示过一次，没有记下就重置一个。
            </p>
            {settings.files.map((file) => (
              <ConfigurationFile key={file.name} file={file} />
            ))}
          </div>
        </div>
      )}
    </SectionPart>
  );
}
