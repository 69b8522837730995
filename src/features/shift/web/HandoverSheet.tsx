import type { ReactNode } from 'react';
import { type handoverApi, noteKinds, watchReasons } from '#features/handover/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { count, fullTime, listTime, missing } from '#web/data/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { shiftLabel } from './shiftLabel.ts';
import './handover.css';

export type Sheet = OutputOf<typeof handoverApi.getHandover>;

const hiddenText = '无权查看';

/** Returns the name; 无权查看 for a customer out of the viewer's scope, — without a customer. */
function nameText({ customerName, hidden }: { customerName: string | null; hidden: boolean }): string {
  return customerName ?? (hidden ? hiddenText : missing);
}

function Part({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-sm font-bold mb-1">{title}</h2>
      {empty ? <p className="text-text3">没有</p> : children}
    </section>
  );
}

function Figures({ counts }: Pick<Sheet, 'counts'>) {
  const reached = counts.calls === 0 ? missing : `${Math.round((100 * counts.reached) / counts.calls)}%`;
  const facts: [string, string][] = [
    ['收到', count(counts.received)],
    ['接警', count(counts.claimed)],
    ['超时接警', count(counts.timedOut)],
    ['结案', count(counts.closed)],
    ['误报', count(counts.falseCount)],
    ['升级', count(counts.escalated)],
    ['转入', count(counts.transferredIn)],
    ['转出', count(counts.transferredOut)],
    ['外呼', count(counts.calls)],
    ['接通率', reached],
    ['完成回访', count(counts.followUpsDone)],
    ['待回访', count(counts.followUpsLeft)],
  ];
  return <DescriptionList columns={3} term={72} facts={facts} />;
}

function OpenWarns({ rows }: { rows: Sheet['openWarns'] }) {
  return (
    <table className="w-full text-[13px]">
      <thead>
        <tr>
          {['告警', '客户', '类型', '进展', '下一步', '时限'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((warn) => (
          <tr key={warn.id}>
            <td className="mono">{warn.no ?? hiddenText}</td>
            <td>{nameText(warn)}</td>
            <td>{warn.type && warn.level ? `${warnLevels[warn.level]} ${warnTypes[warn.type]}` : hiddenText}</td>
            <td>{warn.progress ?? missing}</td>
            <td>{warn.next ?? missing}</td>
            <td>{warn.due ? listTime(warn.due) : missing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 交接班单 on screen and on paper (domain.md 8.8). */
export function HandoverSheet({ sheet }: { sheet: Sheet }) {
  const { giverId, takerId, signatures } = sheet;
  const signed = (userId: string) => signatures.find((one) => one.userId === userId);
  const signature = (userId: string) => {
    const one = signed(userId);
    return one ? `${one.userName} ${fullTime(one.at)}` : '未签字';
  };
  return (
    <div className="handover-sheet flex flex-col gap-4">
      <DescriptionList
        columns={2}
        term={72}
        facts={[
          ['交班人', sheet.giverName],
          ['接班人', sheet.takerName],
          ['起始', fullTime(sheet.from)],
          ['截止', fullTime(sheet.to)],
          ['班次', shiftLabel(sheet.shift)],
          ['坐席', sheet.seat],
        ]}
      />
      <Figures counts={sheet.counts} />
      <Part title="未结告警" empty={sheet.openWarns.length === 0}>
        <OpenWarns rows={sheet.openWarns} />
      </Part>
      <Part title="待回访" empty={sheet.followUps.length === 0}>
        <p>{sheet.followUps.map((one) => `${nameText(one)}（${listTime(one.due)}）`).join('、')}</p>
      </Part>
      <Part title="重点关注" empty={sheet.watch.length === 0}>
        <p>{sheet.watch.map((one) => `${nameText(one)}（${watchReasons[one.why]}）`).join('、')}</p>
      </Part>
      <Part title="设备与系统故障" empty={sheet.faults.length === 0}>
        <p>{sheet.faults.map((one) => `${one.title} ${count(one.count)}`).join('、')}</p>
      </Part>
      <Part title="备注与班长要求" empty={sheet.notes.length === 0}>
        <ul className="flex flex-col gap-1">
          {sheet.notes.map((one) => (
            <li key={one.id}>
              <b>{noteKinds[one.kind]}</b> {one.note}
              <span className="text-text3">
                {' '}
                {one.userName} {listTime(one.at)}
              </span>
            </li>
          ))}
        </ul>
      </Part>
      <DescriptionList
        columns={2}
        term={72}
        facts={[
          ['交班签字', signature(giverId)],
          ['接班签字', signature(takerId)],
        ]}
      />
    </div>
  );
}
