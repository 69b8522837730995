import { CircleCheck, CircleDashed, CircleSlash, Clock, FilePen } from 'lucide-react';
import { type NoticeRow, type NoticeStatus, noticeStatuses } from '../contract.ts';

const glyphs = {
  draft: FilePen,
  waiting: Clock,
  published: CircleCheck,
  withdrawn: CircleSlash,
  expired: CircleDashed,
} as const;

/** State of a notice: glyph and word. */
export function NoticeState({ status }: { status: NoticeStatus }) {
  const Glyph = glyphs[status];
  return (
    <span className={`state-word ${status}`}>
      <Glyph size={14} aria-hidden="true" />
      {noticeStatuses[status]}
    </span>
  );
}

/** Whom a notice addresses, in words: 全部, 部门 望湖街道、石桥街道, 用户 12 人. */
export function audienceWords({ kind, ids, names }: NoticeRow['audience']): string {
  if (kind === 'all') return '全部';
  if (kind === 'user') return ids.length > 2 ? `${names.slice(0, 2).join('、')} 等 ${ids.length} 人` : names.join('、');
  return ids.length > names.length ? `${names.join('、')} 等 ${ids.length} 个` : names.join('、');
}
