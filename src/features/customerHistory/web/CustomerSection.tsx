import { useState } from 'react';
import { customerHistoryApi } from '#features/customerHistory/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SectionProps } from '#web/record/section.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';

type Entry = OutputOf<typeof customerHistoryApi.getCustomerHistory>;
type Change = Entry['changes'][number];

const perPage = 10;

/** Formats a change: 居住地址 3幢 → 9幢; 新增联系人 陈敏（女儿）; 健康信息已修改. */
function ChangeText({ change: { field, label, old, new: next } }: { change: Change }) {
  if (field === 'health') return <>健康信息已修改</>;
  if (old === '***' || next === '***') return <>{label} 已修改</>;
  if ((field === 'consent' || field === 'withdrawn') && old !== null)
    return (
      <>
        {label} <b>{old}</b>，原因：{next}
      </>
    );
  if (/^(新增|删除)/.test(label) || ['contacts', 'consent', 'merged'].includes(field))
    return (
      <>
        {label} <b>{next ?? old}</b>
      </>
    );
  return (
    <>
      {label} <span className="text-text2">{old ?? '空'}</span> → <b>{next ?? '空'}</b>
    </>
  );
}

/** Shows the changes of the record as text, newest first. */
export default function CustomerSection({ record: { id } }: SectionProps<{ id: string }>) {
  const [page, setPage] = useState(1);
  const rows = useCall(customerHistoryApi.getCustomerHistory, { id, page, limit: perPage }, { keep: true });
  return (
    <SectionRows {...rows} what="变更记录" nothing="没有变更记录">
      {(entries, count) => (
        <>
          <ol className="record-history text-[13px]">
            {entries.map((entry) => (
              <li key={entry.id} className="grid py-1.5 border-b border-line">
                <time className="text-text3" title={fullTime(entry.at)}>
                  {listTime(entry.at)}
                </time>
                <span>{entry.userName ?? '系统'}</span>
                <span className="text-text2">{entry.section}</span>
                <ul className="wrap-anywhere">
                  {entry.changes.map((change) => (
                    <li key={`${change.field} ${change.label} ${change.old} ${change.new}`}>
                      {entry.section === '建档' ? '建立档案' : <ChangeText change={change} />}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
          {entries.some(({ capped }) => capped) && (
            <p className="text-[13px] text-text3 mt-2">只列最近的变更，更早的见「系统管理 · 命令日志」。</p>
          )}
          {count > perPage && (
            <p className="flex items-center gap-3 text-[13px] mt-2">
              <Button kind="link" disabled={page === 1} onClick={() => setPage(page - 1)}>
                较新的
              </Button>
              <span className="text-text3">
                第 {page} 页，共 {Math.ceil(count / perPage)} 页
              </span>
              <Button kind="link" disabled={page * perPage >= count} onClick={() => setPage(page + 1)}>
                较早的
              </Button>
            </p>
          )}
        </>
      )}
    </SectionRows>
  );
}
