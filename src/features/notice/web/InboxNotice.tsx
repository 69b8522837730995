import { ArrowLeft, Check } from 'lucide-react';
import { useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { fullTime } from '#web/data/format.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { NoticeBody } from './NoticeBody.tsx';
import { loadNotices, type MyNotice, readNotice } from './noticeStore.ts';

interface Props {
  notice: MyNotice | undefined;
  /** True when the notice no longer exists or could not be loaded. */
  lost: boolean;
  onBack: () => void;
}

/** One notice of the inbox, with 我已知晓 where required. */
export function InboxNotice({ notice, lost, onBack }: Props) {
  const [busy, setBusy] = useState(false);

  async function confirm(id: string): Promise<void> {
    setBusy(true);
    try {
      await readNotice(id, true);
      await loadNotices();
      toast.success('已确认');
    } catch (error) {
      toast.error(`没有记下：${problemText(error)}`);
    }
    setBusy(false);
  }

  return (
    <>
      <Button kind="plain" className="inbox-back max-md:min-h-11 self-start" onClick={onBack}>
        <ArrowLeft size={14} aria-hidden="true" /> 返回列表
      </Button>
      {notice === undefined ? (
        <Empty className="inbox-empty">{lost ? '这条通知已被撤回或已过期。' : '加载中…'}</Empty>
      ) : (
        <>
          <NoticeBody notice={notice} publisher={notice.publisherName} publishedAt={notice.publishedAt} />
          {notice.needConfirm &&
            (notice.confirmedAt === null ? (
              <Button
                kind="primary"
                className="max-md:min-h-11 mt-3 mx-4 h-10"
                disabled={busy}
                onClick={() => void confirm(notice.id)}
              >
                我已知晓
              </Button>
            ) : (
              <p className="[&_svg]:align-[-2px] text-success mt-3 mx-4">
                <Check size={14} aria-hidden="true" /> 你已于 {fullTime(notice.confirmedAt)} 确认
              </p>
            ))}
        </>
      )}
    </>
  );
}
