import { CircleCheck, CircleDashed, CircleSlash, Clock, FilePen } from 'lucide-react';
import { stateOf } from '#web/publication/state.tsx';
import { type NoticeRow, noticeStatuses } from '../contract.ts';

/** State of a notice: icon and label. */
export const NoticeState = stateOf(noticeStatuses, {
  draft: { glyph: FilePen },
  waiting: { glyph: Clock, tone: 'waits' },
  published: { glyph: CircleCheck, tone: 'done' },
  withdrawn: { glyph: CircleSlash },
  expired: { glyph: CircleDashed },
});

/** Returns the audience as text: 全部, 部门 望湖街道、石桥街道, 用户 12 人. */
export function audienceText({ kind, ids, names }: NoticeRow['audience']): string {
  if (kind === 'all') return '全部';
  if (kind === 'user') return ids.length > 2 ? `${names.slice(0, 2).join('、')} 等 ${ids.length} 人` : names.join('、');
  return ids.length > names.length ? `${names.join('、')} 等 ${ids.length} 个` : names.join('、');
}
