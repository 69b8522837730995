import { Eye } from 'lucide-react';
import { deskApi } from '#features/desk/contract.ts';
import { restrictedText, type WarnDetail } from '#features/warn/web/service.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { retryWithReason } from '#web/reveal/retryWithReason.ts';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  detail: WarnDetail;
  /** Shows the unmasked detail until the next fetch. */
  onReveal: (detail: WarnDetail) => void;
}

/** Explains why phones and health are missing; viewers who may unmask can reveal them, and each reveal is logged. */
export function RestrictedNotice({ detail, onReveal }: Props) {
  const claims = can('warn:claim');
  const fetchUnmasked = (reason?: string) => callApi(deskApi.revealWarn, { id: detail.id, ...(reason && { reason }) });
  const reveal = async () => {
    const unmasked = await withToast(
      () => fetchUnmasked().catch((error) => retryWithReason(error, '资料', fetchUnmasked)),
      {
        done: null,
        failed: '没有取到',
      },
    );
    if (unmasked) onReveal(unmasked);
  };
  return (
    <p className="quiet">
      {restrictedText(detail, claims)}
      {claims && can('pii:reveal') && (
        <Button kind="link" title="会记入命令日志" onClick={() => void reveal()}>
          <Eye size={14} aria-hidden="true" /> 查看完整资料
        </Button>
      )}
    </p>
  );
}
