import { CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { fullTime } from '#web/data/format.ts';
import type { RowEntry } from '#web/table/sheet/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';
import { allColumns, remark } from './columns.ts';
import type { RoundRow } from './roundRows.ts';
import { SameMinute } from './saveRow.ts';
import type { Answers } from './useRoundSheet.ts';

interface Props {
  row: RoundRow;
  entry: RowEntry | null;
  current: boolean;
  /** The customer has an open warn. */
  isInWarn: boolean;
  answers: Answers;
}

interface RefusedProps {
  id: string;
  entry: RowEntry;
  answers: Answers;
  isBrief: boolean;
}

function Refused({ id, entry: { msg, problems, refusal }, answers, isBrief }: RefusedProps) {
  if (refusal instanceof SameMinute)
    return (
      <>
        <span className="flex-none text-level2-text">已有值</span>
        <Button small onClick={() => answers.overwrite(id)}>
          覆盖
        </Button>
        <Button small onClick={() => answers.keep(id)}>
          保留
        </Button>
        <span className="sheet-msg absolute z-2 whitespace-nowrap text-level2-text" role="alert">
          同一分钟{msg}
        </span>
      </>
    );
  const titles = allColumns.filter(({ key }) => problems[key]).map(({ title }) => title);
  const text = msg ?? titles.join('、');
  return (
    <span className="truncate text-level1-text" title={text}>
      {isBrief ? (
        '未存'
      ) : (
        <>
          <span aria-hidden>✕ </span>未存：{text}
        </>
      )}
    </span>
  );
}

function savedText({ savedAt, saved }: RowEntry): string {
  const clock = savedAt === undefined ? '' : `${fullTime(new Date(savedAt).toISOString()).slice(11, 16)} `;
  return `${clock}已存${saved.remark ? `，${saved.remark}` : ''}`;
}

function Saved({ entry }: { entry: RowEntry }) {
  const text = savedText(entry);
  return (
    <>
      <WarnStatusGlyph status="done" />
      <span className="truncate" title={text}>
        {text}
      </span>
    </>
  );
}

const texts = { empty: '未测', editing: '未存', saving: '正在存' } as const;

function stateOf({ row, entry, current, answers }: Props, isBrief: boolean): ReactNode {
  if (row.sealed) return <span className="text-text3">档案已封存</span>;
  const status = entry?.status ?? 'empty';
  if (entry && status === 'refused') return <Refused id={row.id} {...{ entry, answers, isBrief }} />;
  if (entry && status === 'saved') return <Saved entry={entry} />;
  if (status === 'unsent')
    return (
      <>
        <CircleDashed size={14} aria-hidden className="text-level2-text" />
        <span className="truncate text-level2-text" title="服务器没有应答，值还在，正在重试">
          未存，没有应答，正在重试
        </span>
      </>
    );
  if (current && status !== 'saving')
    return (
      <span className="inline-flex items-center gap-1 text-primary-text">
        <WarnStatusGlyph status="handling" /> 正在录
      </span>
    );
  return (
    <span className={status === 'editing' ? 'text-level2-text' : 'text-text3'}>
      {texts[status as keyof typeof texts]}
    </span>
  );
}

/** State of a row: how far it is saved, and whether an open warn concerns its customer. */
export function StateCell(props: Props) {
  const { row, entry, current } = props;
  // Beside the field for the remark is no room for words.
  const isBrief = remark.isAsked(row, entry ?? undefined, current);
  return (
    <span className="round-state flex items-center gap-1 min-w-0 overflow-hidden">
      {props.isInWarn && (
        <span className="inline-flex items-center gap-1 flex-none text-level1-text" title="告警处置中">
          <LevelSign level={1} size={14} /> <span className={isBrief ? 'sr-only' : undefined}>告警处置中</span>
        </span>
      )}
      {!(props.isInWarn && entry === null && !current) && stateOf(props, isBrief)}
    </span>
  );
}
