import { useState } from 'react';
import type { WarnDetail } from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { now } from '#web/core/now.ts';
import { warnResults, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';

/** Period of the count, days. */
const days = 30;

function resultLabel(result: string | null): string {
  return result === null ? '' : ((warnResults as Record<string, string>)[result] ?? result);
}

/** Number of the customer's recent warns; on demand the warns themselves. */
export function RecentWarns({ detail }: { detail: WarnDetail }) {
  const [open, setOpen] = useState(false);
  const since = now() - days * 86_400_000;
  const recent = detail.recent.filter((warn) => warn.id !== detail.id && Date.parse(warn.createdAt) >= since);
  const mistaken = recent.filter((warn) => warn.status === 'false').length;
  if (recent.length === 0)
    return <p className="recent mt-3 pt-2.5 text-[13px] border-t border-line text-text2">近 {days} 天没有其他告警</p>;
  return (
    <div className="recent mt-3 pt-2.5 text-[13px] border-t border-line text-text2">
      近 {days} 天告警 {recent.length} 次，误报 {mistaken} 次{' '}
      <Button kind="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起' : '查看'}
      </Button>
      {open && (
        <ul>
          {recent.map((warn) => (
            <li className="flex items-center gap-1.5" key={warn.id} title={`${warn.no} ${fullTime(warn.createdAt)}`}>
              <LevelSign level={warn.level as WarnLevel} size={13} decorative={false} />
              {warnTypes[warn.type]}
              <span className="quiet">{resultLabel(warn.result)}</span>
              <WarnStatusGlyph status={warn.status} size={13} />
              <time className="ml-auto text-text3" dateTime={warn.createdAt}>
                {listTime(warn.createdAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
