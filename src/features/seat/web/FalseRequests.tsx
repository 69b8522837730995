import { subjectName, type WarnRow } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { falseReasons } from '#web/data/codeLabels.ts';
import { waiting } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';

interface Props {
  open: readonly WarnRow[];
  onOpen: (row: WarnRow) => void;
  onAnswer: (row: WarnRow, accept: boolean) => void;
}

/** 误报 requests that wait for the leader's answer, oldest first. */
export function FalseRequests({ open, onOpen, onAnswer }: Props) {
  const requests = open
    .flatMap((row) => (row.falseAsked === null ? [] : [{ row, asked: row.falseAsked }]))
    .sort((a, b) => a.asked.at.localeCompare(b.asked.at));
  const now = useNow(1000);
  return requests.map(({ row, asked: { at, userName, reason, note } }) => {
    const who = subjectName(row);
    return (
      <Strip
        key={row.id}
        as="section"
        tone="warn"
        className="asked-panel max-md:flex-wrap gap-2.5 text-sm"
        aria-label={`误报申请 ${who}`}
      >
        <p className="flex flex-1 max-md:min-w-0 max-md:flex-[1_1_100%] flex-wrap gap-x-3 min-w-0 wrap-anywhere">
          <b>
            {who} · {userName} 请班长核实误报：{falseReasons[reason]}
          </b>
          {note !== null && <span>{note}</span>}
          <span className="font-normal" aria-hidden="true">
            已等 {waiting(now - Date.parse(at))}
          </span>
        </p>
        <Button aria-label={`打开 ${who}`} onClick={() => onOpen(row)}>
          打开
        </Button>
        {can('warn:judge') && (
          <>
            <Button aria-label={`不同意 ${who} 的误报申请`} onClick={() => onAnswer(row, false)}>
              不同意…
            </Button>
            <Button kind="primary" aria-label={`同意 ${who} 的误报申请`} onClick={() => onAnswer(row, true)}>
              同意误报…
            </Button>
          </>
        )}
      </Strip>
    );
  });
}
