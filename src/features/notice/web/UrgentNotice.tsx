import { Siren } from 'lucide-react';
import { useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { NoticeBody } from './NoticeBody.tsx';
import { type MyNotice, readNotice } from './noticeStore.ts';

/**
 * Urgent notice that stays until its reader clicks 我已知晓. It takes no focus and covers no warn, so it does not interrupt
 * an operator.
 */
export default function UrgentNotice({ notice, remaining }: { notice: MyNotice; remaining: number }) {
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await readNotice(notice.id, true);
    } catch (error) {
      toast.error(`没有记下：${problemText(error)}`);
    }
    setBusy(false);
  }

  return (
    <section
      className="urgent-notice gap-y-1 gap-x-4 items-center flex-none grid bg-elevated"
      role="alertdialog"
      aria-label={`紧急通知，${notice.title}`}
    >
      <header className="flex items-center gap-2 font-bold text-level1-text">
        <Siren size={16} aria-hidden="true" />
        紧急通知
        {remaining > 1 && <small className="font-normal">还有 {remaining - 1} 条</small>}
      </header>
      <div className="urgent-text overflow-y-auto">
        <NoticeBody notice={notice} publisher={notice.publisherName} publishedAt={notice.publishedAt} />
      </div>
      <footer>
        <Button kind="primary" className="max-md:min-h-11" disabled={busy} onClick={() => void confirm()}>
          我已知晓
        </Button>
      </footer>
    </section>
  );
}
