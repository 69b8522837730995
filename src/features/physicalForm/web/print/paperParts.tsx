import { maskName } from '#shared/mask.ts';
import { can, useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';

/** Returns the name as it stands on paper. */
export const paperName = (name: string): string => (can('pii:reveal') ? name : maskName(name));

/** Bar above a paper: what is masked on it, and the button that prints. */
export function PaperBar() {
  return (
    <>
      {!can('pii:reveal') && <span className="text-[13px]">你没有查看完整个人信息的权限，纸上的姓名已隐藏</span>}
      <Button kind="primary" className="ml-auto" data-autofocus onClick={() => window.print()}>
        打印
      </Button>
    </>
  );
}

/** Who printed it and when. */
export function PaperFoot({ what }: { what: string }) {
  const { user } = useSession();
  return (
    <p className="exam-paper-foot text-xs">
      {what} · {user?.name ?? ''} 于 {fullTime(new Date(now()).toISOString())} 打印 · 含个人信息，用后妥善保管
    </p>
  );
}
