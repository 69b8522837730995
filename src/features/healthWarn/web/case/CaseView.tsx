import { useState } from 'react';
import { can, useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels } from '#web/data/codeLabels.ts';
import { fullTime, listTime, waiting } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { warningStates } from '../../contract.ts';
import { type WarningAct, WarningDialog } from '../WarningDialogs.tsx';
import { isOpen, stateNote, type Warning, waitOf } from '../words.ts';
import { CaseFooter } from './CaseFooter.tsx';
import { CaseTables } from './CaseTables.tsx';
import { Courses } from './Courses.tsx';
import { type Ending, EndingForm, emptyEnding } from './EndingForm.tsx';
import { PersonSide } from './PersonSide.tsx';
import type { Detail } from './panels.ts';

interface Props {
  detail: Detail;
  /** Other warnings of the person that the user has. */
  also: readonly Warning[];
  onTake: () => void;
  onChanged: () => void;
  onClosed: () => void;
  onBack: (() => void) | undefined;
}

export function CaseView({ detail, also, onTake, onChanged, onClosed, onBack }: Props) {
  const userId = useSession().user?.id ?? '';
  const [act, setAct] = useState<WarningAct | null>(null);
  const [ending, setEnding] = useState<Ending>(emptyEnding);
  const isMine = detail.state === 'handling' && detail.handlerId === userId && detail.family === 'health';
  const handles = can('earlyWarning:handle');
  return (
    <>
      <main className="case-main overflow-y-auto" aria-label={`预警 ${detail.customerName}`}>
        {onBack && (
          <Button kind="link" className="px-4 pt-2" onClick={onBack}>
            ‹ 返回列表
          </Button>
        )}
        <CaseHead detail={detail} />
        <Courses detail={detail} />
        <CaseTables detail={detail} onNote={handles && isOpen(detail) ? () => setAct('note') : undefined} />
      </main>
      <aside className="case-side overflow-y-auto border-l border-line" aria-label="老人与处理">
        <PersonSide detail={detail} canCall={handles && isMine} onChanged={onChanged} />
        {isMine && <EndingForm ending={ending} also={also} onChange={setEnding} />}
      </aside>
      <CaseFooter
        {...{ detail, ending, also, isMine, onTake, onClosed }}
        onAct={setAct}
        onRefused={(errors) => setEnding((now) => ({ ...now, errors }))}
      />
      {act && (
        <WarningDialog
          row={detail}
          act={act}
          onDone={act === 'ignore' || act === 'raise' || act === 'assign' ? onClosed : onChanged}
          onClosed={() => setAct(null)}
        />
      )}
    </>
  );
}

function CaseHead({ detail }: { detail: Detail }) {
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
