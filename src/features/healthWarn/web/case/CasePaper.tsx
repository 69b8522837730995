import { maskName } from '#shared/mask.ts';
import { can, useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CaseTables } from './CaseTables.tsx';
import { Courses } from './Courses.tsx';
import type { Detail } from './panels.ts';

/** One warning on A4: what fired, the curve, earlier ones and what was done. */
export function CasePaper({ detail, onClose }: { detail: Detail; onClose: () => void }) {
  const { user } = useSession();
  const { no, customerName, gender, age, spot, createdAt, timeZone } = detail;
  const facts = [
    can('pii:reveal') ? customerName : maskName(customerName),
    labelOf('gender', String(gender)),
    age === null ? '年龄不详' : `${age} 岁`,
    ...(spot === null ? [] : [spot]),
  ];
  return (
    <PrintPage label="健康预警打印" className="case-paper" onClose={onClose}>
      <article>
        <p className="text-base font-bold">{facts.join(' · ')}</p>
        <p className="text-xs">
          健康预警 {no} · 触发 {fullTime(createdAt, timeZone)}
        </p>
        <CaseHead detail={detail} />
        <Courses detail={detail} />
        <CaseTables detail={detail} onNote={undefined} />
        <p className="text-xs pt-3">
          {user?.name ?? ''} 于 {fullTime(new Date(now()).toISOString())} 打印 · 含个人信息，用后妥善保管
        </p>
      </article>
    </PrintPage>
  );
}
