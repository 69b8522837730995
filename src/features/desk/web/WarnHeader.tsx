import { lateText, statusTones, type WarnDetail } from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { useNow } from '#web/core/now.ts';
import { warnLevels, warnStatuses, warnTypes } from '#web/data/codeLabels.ts';
import { fullTime, listTime } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { LevelSign, WarnStatusGlyph } from '#web/ui/icons.tsx';
import { ClockStrip } from './ClockStrip.tsx';
import { NextRung } from './NextRung.tsx';

function Handler({ detail, userId }: { detail: WarnDetail; userId: string | null }) {
  if (detail.handlerName === null) return null;
  return (
    <span className="font-normal text-[13px] text-text2">
      处理人 {detail.handlerName}
      {detail.handlerId === userId ? '（我）' : ''}
    </span>
  );
}

interface Props {
  detail: WarnDetail;
  userId: string | null;
  /** Dial time of the active call, epoch ms; null without one. */
  dialledAt: number | null;
}

/** Level, type, state, handler, number, device and time; the clock; the next rung. */
export function WarnHeader({ detail, userId, dialledAt }: Props) {
  const level = detail.level as WarnLevel;
  const at = detail.occurredAt ?? detail.createdAt;
  const late = lateText(detail, useNow(60_000));
  const device = detail.equipmentName ?? detail.equipment?.name ?? detail.equipmentSn;
  return (
    <header className="min-h-16 gap-y-2 gap-x-3 flex items-center flex-wrap flex-none px-4 py-1 border-b border-line">
      <span
        className={`level-badge bg-tone-tint rounded-md level${level} inline-flex items-center flex-none gap-1.5 px-2.5 font-bold text-[15px] text-tone-text`}
      >
        <LevelSign level={level} size={20} />
        {warnLevels[level]}
      </span>
      <div className="case-title min-w-0">
        <h2 className="flex items-center flex-wrap gap-x-2 text-base leading-6">
          {warnTypes[detail.type]}
          {detail.repeatCount > 0 && (
            <em className="not-italic font-bold text-level1-text">×{detail.repeatCount + 1}</em>
          )}
          <span
            className={`inline-flex items-center flex-none gap-1.25 text-sm ${statusTones[detail.status] || 'text-text2'}`}
          >
            <WarnStatusGlyph status={detail.status} size={16} />
            {warnStatuses[detail.status]}
          </span>
          <Handler detail={detail} userId={userId} />
          {late !== null && (
            <Badge tone="warn" filled>
              {late}
            </Badge>
          )}
          {detail.test && <Badge filled>测试/演练</Badge>}
          {detail.overdue && (
            <Badge tone="urgent" filled>
              超时
            </Badge>
          )}
        </h2>
        <p className="text-xs text-text3">
          <span>{detail.no}</span>
          {device !== null && device !== undefined && <span> · {device}</span>}
          <span title={fullTime(at, detail.timeZone)}> · 告警 {listTime(at, undefined, detail.timeZone)}</span>
          {detail.demo && <span> · 演示</span>}
        </p>
      </div>
      <ClockStrip detail={detail} dialledAt={dialledAt} />
      <NextRung detail={detail} />
    </header>
  );
}
