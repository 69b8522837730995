import { Plus } from 'lucide-react';
import { useState } from 'react';
import { listLink, physicalApi, physicalKinds, physicalLink } from '#features/physical/contract.ts';
import { Abnormal, oneDecimal, pressureText, StatusBadge } from '#features/physical/web/service.ts';
import { can } from '#web/api/session.ts';
import { missing } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { type NewOf, NewPhysical } from '../list/NewPhysical.tsx';

/** Rows in the section; the others are in the list. */
const shownRows = 5;

/** Examinations of a customer, newest first, with the way to a new one. */
export function PhysicalSection({ customerId, name }: { customerId: string; name: string }) {
  const [adding, setAdding] = useState<NewOf>();
  const read = useCall(physicalApi.getPhysicalList, { customerId, page: 1, limit: shownRows });
  return (
    <div className="grid gap-3">
      <SectionRows {...read} what="体检" nothing="还没有体检。">
        {(rows, count) => (
          <div className="overflow-x-auto">
            <table className="ruled w-full text-[13px] whitespace-nowrap" aria-label={`${name}的体检`}>
              <thead>
                <tr>
                  {['体检日期', '机构', '类型', '血压', 'BMI', '空腹血糖', '异常项', '结论', '状态'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <a href={physicalLink(row.id)}>{row.date}</a>
                    </td>
                    <td>{row.org}</td>
                    <td>{physicalKinds[row.kind]}</td>
                    <td>{pressureText(row.pressure)}</td>
                    <td>{oneDecimal(row.bmi)}</td>
                    <td>{oneDecimal(row.glucose)}</td>
                    <td className="max-w-40 truncate">
                      <Abnormal {...row} />
                    </td>
                    <td className="max-w-40 truncate" title={row.conclusion ?? undefined}>
                      {row.conclusion ?? missing}
                    </td>
                    <td>
                      <StatusBadge status={row.status} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {count > rows.length && (
              <a className="inline-block pt-2 text-[13px]" href={listLink(customerId)}>
                全部 {count} 次
              </a>
            )}
          </div>
        )}
      </SectionRows>
      {can('physical:edit') && (
        <div>
          <Button onClick={() => setAdding({ customer: { id: customerId, name } })}>
            <Plus size={14} aria-hidden /> 新建体检
          </Button>
        </div>
      )}
      <NewPhysical of={adding} onClosed={() => setAdding(undefined)} />
    </div>
  );
}
