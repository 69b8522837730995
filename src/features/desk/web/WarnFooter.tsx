import { Phone, Printer } from 'lucide-react';
import { falseGrounds, type Lack } from '#features/closing/web/service.ts';
import { type Access, ClaimLabel, type DeskDialog, type WarnDetail } from '#features/warn/web/service.ts';
import { can } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  detail: WarnDetail;
  access: Access;
  lacks: readonly Lack[];
  onClaim: () => void;
  onDialog: (dialog: DeskDialog) => void;
  onRelease: () => void;
  onReopen: () => void;
  onPrint: () => void;
}

/** What closing still lacks, shown before the button is pressed. */
function Lacks({ lacks, onDialog }: Pick<Props, 'lacks' | 'onDialog'>) {
  if (lacks.length === 0) return <p className="min-w-0 text-[13px] leading-4.5 text-right text-success">可以结案</p>;
  return (
    <p className="lacks min-w-0 text-[13px] leading-4.5 text-right text-text2">
      结案还缺：
      <button
        type="button"
        className="font-bold text-left text-text"
        onClick={() => onDialog('close')}
        title={lacks.map((lack) => `${lack.label}：${lack.hint}`).join('\n')}
      >
        {lacks.map((lack) => lack.label).join('、')}
      </button>
    </p>
  );
}

function PrintButton({ onPrint }: { onPrint: () => void }) {
  return (
    <Button kind="plain" onClick={onPrint}>
      <Printer size={14} aria-hidden="true" />
      打印
    </Button>
  );
}

function Finished({
  access,
  onDialog,
  onReopen,
  onPrint,
}: Pick<Props, 'access' | 'onDialog' | 'onReopen' | 'onPrint'>) {
  return (
    <footer className="case-footer flex items-center flex-none gap-2 px-4 py-2 border-t border-line bg-s2">
      {access.finishFollowUp && (
        <Button kind="primary" onClick={() => onDialog('followUp')}>
          完成回访…
        </Button>
      )}
      {access.reopen && <Button onClick={onReopen}>重开…</Button>}
      <span className="flex-1" />
      <PrintButton onPrint={onPrint} />
    </footer>
  );
}

/** 误报 button: marks directly or requests it from a leader; a pending request shows that it waits. */
function FalseButton({ detail, access, onDialog }: Pick<Props, 'detail' | 'access' | 'onDialog'>) {
  const isRequested = detail.falseAsked !== null && falseGrounds(detail, can('warn:judge')).length === 0;
  const reason = access.markFalse ? '' : (access.reason ?? '');
  return (
    <Button
      disabled={!access.markFalse || isRequested}
      title={isRequested ? '已请班长核实，等待答复' : reason}
      onClick={() => onDialog('false')}
    >
      误报…
    </Button>
  );
}

/** Actions of a warn, the next step at the bottom right. A disabled button explains why. */
export function WarnFooter(props: Props) {
  const { detail, access, lacks, onClaim, onDialog, onRelease, onPrint } = props;
  if (detail.status === 'done' || detail.status === 'false') return <Finished {...props} />;
  const locked = { disabled: !access.handle, title: access.reason ?? '' };
  const helping = { disabled: !access.assist, title: access.assist ? '' : (access.reason ?? '') };
  return (
    <footer className="case-footer flex items-center flex-none gap-2 px-4 py-2 border-t border-line bg-s2">
      <Button danger={access.assist} {...helping} onClick={() => onDialog('emergency')}>
        <Phone size={15} aria-hidden="true" />
        代呼 120
      </Button>
      <Button {...helping} onClick={() => onDialog('dispatch')}>
        {detail.dispatches.length > 0 ? '加派' : '派单'}
      </Button>
      <Button {...locked} onClick={() => onDialog('transfer')}>
        转派
      </Button>
      <Button {...locked} kind="bare" onClick={onRelease}>
        释放
      </Button>
      <PrintButton onPrint={onPrint} />
      <span className="flex-1" />
      {access.handle && <Lacks lacks={lacks} onDialog={onDialog} />}
      {!access.handle && detail.status === 'handling' && (
        <p className="lacks min-w-0 text-[13px] leading-4.5 text-right text-text2">{access.reason}</p>
      )}
      <FalseButton detail={detail} access={access} onDialog={onDialog} />
      {access.claim ? (
        <Button danger onClick={onClaim}>
          <ClaimLabel id={detail.id} />
        </Button>
      ) : (
        <Button {...locked} kind="primary" onClick={() => onDialog('close')}>
          结案 <kbd>F9</kbd>
        </Button>
      )}
    </footer>
  );
}
