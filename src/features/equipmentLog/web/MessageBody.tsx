import { logKinds } from '#shared/deviceLabels.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { sosLink } from '#shared/sosLink.ts';
import { fullTime, missing } from '#web/data/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import type { logApi } from '../contract.ts';
import { logDirections, logResults } from '../contract.ts';
import { MessageView } from './MessageView.tsx';
import { RedecodeLink } from './RedecodeForm.tsx';

export type Detail = OutputOf<typeof logApi.getEquipmentLog>;

/** Shows a message: time, device, bytes next to fields, effects. */
export function MessageBody({ detail }: { detail: Detail }) {
  const { delay, direction, kind, late, result, error, raw, spans, decoded, covered, stored } = detail;
  // Undecoded when stored, readable now: the decoder or the profile has changed since.
  const isReadable =
    result === 'undecoded' && detail.errors.length === 0 && decoded !== null && decoded.kind !== 'unknown';
  const facts: [string, React.ReactNode][] = [
    ['接收时间', fullTime(detail.receivedAt)],
    ['设备时间', detail.deviceTime ? fullTime(detail.deviceTime) : missing],
    ['入库时间', fullTime(detail.committedAt)],
    ['延迟', delay === null ? missing : `${delay} 秒${late ? '（补传）' : ''}`],
    [
      '设备',
      <a key="device" href={`#/equipment/list/${detail.equipmentId}`}>
        {detail.equipmentName}
      </a>,
    ],
    [
      '客户',
      detail.customerId ? (
        <a key="customer" href={`#/customer/list/${detail.customerId}`}>
          {detail.customerName}
        </a>
      ) : (
        missing
      ),
    ],
    ['方向', `${logDirections[direction]} · ${logKinds[kind as keyof typeof logKinds] ?? kind}`],
    ['协议', `${detail.protocol} · ${detail.model} · ${detail.size} 字节`],
    ['结果', `${logResults[result]}${error ? `：${error}` : ''}${isReadable ? '（现在能解析）' : ''}`],
  ];
  return (
    <div className="log-detail flex flex-col gap-4">
      <DescriptionList facts={facts} columns={2} term={72} />
      {detail.errors.length > 0 && (
        <p className="danger" role="note">
          解析错误：{detail.errors.join('；')}
        </p>
      )}
      <MessageView key={detail.id} raw={raw} spans={spans} decoded={decoded} covered={covered} stored={stored}>
        <RedecodeLink row={detail} />
      </MessageView>
      <MessageEffects detail={detail} />
    </div>
  );
}

const effectLabels: Readonly<Record<string, string>> = { warn: '告警', position: '位置', reading: '体征' };

/** Shows the effects of a message, with links. */
export function MessageEffects({ detail }: { detail: Detail }) {
  const { effects, replies, customerId, direction } = detail;
  const href = (kind: string, id: string | null) =>
    kind === 'warn' && id
      ? sosLink({ id })
      : kind === 'reading' && customerId
        ? `#/healthy/archives/${customerId}`
        : undefined;
  const tryHref = `#/equipment/log/try?id=${detail.id}`;
  return (
    <div className="flex flex-col gap-2">
      {direction === 'up' && (
        <p>
          <span className="text-text3">产生 </span>
          {effects.length === 0
            ? '没有告警、位置或体征'
            : effects.map(({ kind, id, text }) => {
                const to = href(kind, id);
                const effectText = `${effectLabels[kind] ?? kind}${text ? ` ${text} 条` : ''}`;
                return (
                  <span key={`${kind}${id}`} className="log-made">
                    {to ? <a href={to}>{effectText}</a> : effectText}
                  </span>
                );
              })}
        </p>
      )}
      {replies.map(({ raw, text }) => (
        <p key={raw}>
          <span className="text-text3">应答 </span>
          <code className="mono wrap-anywhere">{text}</code> <small className="text-text3">由原文推得</small>
        </p>
      ))}
      {direction === 'up' && (
        <p>
          <a href={tryHref}>在试解析中打开</a>
        </p>
      )}
    </div>
  );
}
