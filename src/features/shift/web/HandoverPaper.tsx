import { useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { HandoverSheet, type Sheet } from './HandoverSheet.tsx';

/** The sheet on A4, with a line for each missing signature. */
export function HandoverPaper({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const { user } = useSession();
  const unsigned = [
    { who: '交班人', id: sheet.giverId },
    { who: '接班人', id: sheet.takerId },
  ].filter(({ id }) => !sheet.signatures.some(({ userId }) => userId === id));
  return (
    <PrintPage label="打印交接班单" className="handover-paper text-[13px]" onClose={onClose}>
      <article className="p-6">
        <h1 className="mb-4 text-[22px] text-center">交接班单</h1>
        <HandoverSheet sheet={sheet} />
        <footer className="flex justify-between gap-6">
          {user?.name ?? ''} 于 {fullTime(new Date(now()).toISOString())} 打印 · 含个人信息，用后妥善保管
          <span className="flex flex-wrap gap-4">
            {unsigned.map(({ who }) => (
              <span key={who} className="whitespace-nowrap">
                {who}签字：＿＿＿＿＿＿
              </span>
            ))}
          </span>
        </footer>
      </article>
    </PrintPage>
  );
}
