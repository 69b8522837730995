import { Drawer } from 'antd';
import { logKinds } from '#shared/deviceLabels.ts';
import { fullTime, missing } from '#web/data/format.ts';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { pushStates } from '../contract/log.ts';
import type { PushRow } from './PushLog.tsx';

/** Returns the source's own name of a kind; for known kinds the label of the message log. */
export const kindLabel = (kind: string) => logKinds[kind as keyof typeof logKinds] ?? kind;

/** Formats JSON; returns other text unchanged. */
function legible(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** One push: reason of refusal and content. */
export function PushDrawer({ row, onClose }: { row: PushRow; onClose: () => void }) {
  const facts: [string, React.ReactNode][] = [
    ['时间', fullTime(row.at)],
    ['来源', row.sourceName === row.source ? row.source : `${row.sourceName}（${row.source}）`],
    ['设备', row.number ?? missing],
    ['事件', row.kind ? kindLabel(row.kind) : missing],
    ['消息 ID', row.messageId ?? missing],
    ['状态', pushStates[row.state]],
    ['HTTP 码', row.httpStatus],
    ['耗时', `${row.ms} ms`],
    ['次数', row.tries],
    ['错误', row.error ?? missing],
  ];
  return (
    <Drawer open size={640} title={`推送 · ${row.sourceName}`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <DescriptionList facts={facts} columns={2} term={72} />
        {row.body === null ? (
          <p className="text-text3">
            {row.covered ? (
              '原文里可能有健康数据和位置，由可以查看它们的人打开。'
            ) : row.equipmentId ? (
              <a href={`#/equipment/log?equipmentId=${row.equipmentId}`}>原文在设备日志里</a>
            ) : (
              '原文没有保留'
            )}
          </p>
        ) : (
          <>
            <div className="flex items-center justify-between">
              <h3 className="text-sm">原文</h3>
              <span className="inline-flex items-center gap-2">
                <a href={`#/equipment/push_log/source?source=${row.source}&log=${row.id}`} onClick={onClose}>
                  用它试映射
                </a>
                <CopyButton text={row.body} label="复制" />
              </span>
            </div>
            <pre className="push-body mono p-3 rounded-md text-xs bg-s2">{legible(row.body)}</pre>
          </>
        )}
      </div>
    </Drawer>
  );
}
