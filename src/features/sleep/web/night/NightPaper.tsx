import { maskName } from '#shared/mask.ts';
import { can, useSession } from '#web/api/session.ts';
import { weekdayOf } from '#web/chart/timeAxis.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { NightBody } from './NightBody.tsx';
import { Source } from './NightSource.tsx';
import type { NightRecord } from './night.ts';

/** One night on A4, across. */
export function NightPaper({ night, onClose }: { night: NightRecord; onClose: () => void }) {
  const { user } = useSession();
  const { customer, customerName, night: day, remark } = night;
  const name = can('pii:reveal') ? customerName : maskName(customerName);
  const facts = [
    name,
    labelOf('gender', String(customer.gender)),
    customer.age === null ? '年龄不详' : `${customer.age} 岁`,
    `${day} ${weekdayOf(day)}`,
  ];
  return (
    <PrintPage label="一夜睡眠打印" className="night-paper night-page" onClose={onClose}>
      <article>
        <p className="text-base font-bold">{facts.join(' · ')}</p>
        <Source night={night} />
        {remark !== null && <p className="text-xs">备注：{remark}</p>}
        <NightBody night={night} />
        <p className="text-xs night-foot">
          {user?.name ?? ''} 于 {fullTime(new Date(now()).toISOString())} 打印 · 含个人信息，用后妥善保管
        </p>
      </article>
    </PrintPage>
  );
}
