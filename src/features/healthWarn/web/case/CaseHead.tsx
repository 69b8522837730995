import { useNow } from '#web/core/now.ts';
import { warnLevels } from '#web/data/codeLabels.ts';
import { fullTime, listTime, waiting } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { warningStates } from '../../contract.ts';
import { stateNote, waitOf } from '../words.ts';
import type { Detail } from './panels.ts';

/** Level, sentence, rule and clocks of a warning. */
export function CaseHead({ detail }: { detail: Detail }) {
  const { level, sentence, ruleName, evidence, createdAt, repeatCount, timeZone, state } = detail;
  const note = stateNote(detail);
  return (
    <header className={`case-head level${level} flex items-center flex-wrap gap-x-4 gap-y-2 border-b border-line`}>
      <span className="case-level inline-flex items-center gap-1.5 rounded-md font-bold text-tone-text bg-tone-tint">
        <LevelSign level={level} size={16} /> {warnLevels[level]}
      </span>
      <div className="min-w-0 flex-1">
        <h1 className="text-base leading-6">{sentence}</h1>
        <p className="text-[13px] text-text2">
          规则 {ruleName} 第 {evidence.ruleVersion} 版 · 触发{' '}
          <span title={fullTime(createdAt, timeZone)}>{listTime(createdAt, Date.now(), timeZone)}</span>
          {repeatCount > 0 && ` · ×${repeatCount + 1}`} · {warningStates[state]}
          {note !== null && ` ${note}`}
        </p>
      </div>
      <Clocks detail={detail} />
    </header>
  );
}

/** What was done when, against the deadline. */
function Clocks({ detail }: { detail: Detail }) {
  const now = useNow(1000);
  const since = (iso: string) => waiting(Date.parse(iso) - Date.parse(detail.createdAt));
  const { limit, tone } = waitOf(detail, detail.claimedAt ? Date.parse(detail.claimedAt) : now);
  const call = detail.steps.find(({ kind }) => kind === 'call');
  const end = detail.recoveredAt ?? detail.finishedAt;
  const clocks = [
    {
      name: '响应',
      text: detail.claimedAt ? since(detail.claimedAt) : waiting(now - Date.parse(detail.createdAt)),
      note: limit && `/ ${limit}`,
      late: tone === 'late',
      done: detail.claimedAt !== null,
    },
    ...(call ? [{ name: '首呼', text: since(call.at), note: null, late: false, done: true }] : []),
    ...(end
      ? [{ name: detail.recoveredAt ? '已恢复' : '已结束', text: since(end), note: '自触发', late: false, done: true }]
      : [
          {
            name: '仍越限',
            text: waiting(now - Date.parse(detail.createdAt)),
            note: '自触发',
            late: false,
            done: false,
          },
        ]),
  ];
  return (
    <dl className="case-clocks flex text-[13px]">
      {clocks.map(({ name, text, note, late, done }) => (
        <div key={name}>
          <dt className="text-text2">
            {name} {done && <span className="text-success">✓</span>}
          </dt>
          <dd>
            <b className={late ? 'text-level1-text' : undefined}>{text}</b> <span className="text-text2">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
