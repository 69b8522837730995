import { can } from '#web/api/session.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import type { ColumnOf, RowOf } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import type { scaleApi } from '../../contract.ts';

export type ScaleRow = RowOf<typeof scaleApi.getScaleList>;

function StatusCell({ status, adapter }: ScaleRow) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusLabel on={status === 'enabled'} />
      {adapter && (
        <Badge tone="notice" title="条目没有文字，录入授权文字后才能启用">
          {can('assessment:scale') ? '待录授权文字' : '没有文字'}
        </Badge>
      )}
    </span>
  );
}

/** Columns of the list of scales. */
export const columns: readonly ColumnOf<typeof scaleApi.getScaleList>[] = [
  {
    ...{ key: 'name', title: '量表', width: 320, fixed: 'left' },
    render: ({ name, ability }) => (
      <span className="inline-flex items-center gap-1.5 min-w-0">
        <strong className="truncate">{name}</strong>
        {ability && <Badge tone="info">定能力等级</Badge>}
      </span>
    ),
  },
  { key: 'code', title: '编码', width: 112, sort: true },
  { key: 'status', title: '状态', width: 168, noTooltip: true, render: StatusCell },
  {
    ...{ key: 'version', title: '最新版本', width: 96, align: 'right' },
    render: ({ version, versions }) => `第 ${version} 版${versions.length > 1 ? ` / ${versions.length}` : ''}`,
  },
  { key: 'items', title: '条目', width: 64, align: 'right' },
  { key: 'used', title: '用过', width: 64, render: ({ used }) => (used ? '是' : '否') },
  {
    ...{ key: 'validMonths', title: '有效期', width: 88, align: 'right' },
    render: ({ validMonths }) => (validMonths === null ? '不设' : `${validMonths} 个月`),
  },
  {
    ...{ key: 'assessors', title: '评估人签名', width: 96, align: 'right' },
    render: ({ assessors }) => `${assessors} 人`,
  },
  { key: 'licence', title: '授权说明', width: 240 },
  {
    ...{ key: 'updatedAt', title: '改动时间', width: 120, sort: true, hideOrder: 1 },
    render: ({ updatedAt }) => <span title={fullTime(updatedAt)}>{listTime(updatedAt)}</span>,
  },
];
