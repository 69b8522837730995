import {
  type Access,
  ClaimLabel,
  type DeskDialog,
  type RunAction,
  type WarnDetail,
} from '#features/warn/web/service.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { release, reopen } from '../prompts.ts';

interface Props {
  detail: WarnDetail;
  access: Access;
  run: RunAction;
  onClaim: () => void;
  onDialog: (dialog: DeskDialog) => void;
  onNote: () => void;
  onPrint: () => void;
}

/** Main actions of a warn within reach of the thumb; others are behind 更多. */
export function PhoneActions(props: Props) {
  const { access, onClaim, onDialog } = props;
  return (
    <footer className="phone-actions flex flex-none gap-2.5 px-4 py-3 border-t border-line bg-container">
      {access.claim && (
        <Button danger className="flex-1 font-bold text-lg" onClick={onClaim}>
          <ClaimLabel id={props.detail.id} />
        </Button>
      )}
      {access.handle && (
        <Button danger className="flex-1 font-bold text-lg" onClick={() => onDialog('emergency')}>
          代呼 120
        </Button>
      )}
      <More {...props} />
      {access.handle && (
        <Button kind="primary" className="flex-1 font-bold text-lg" onClick={() => onDialog('close')}>
          结案
        </Button>
      )}
      {access.finishFollowUp && (
        <Button kind="primary" className="flex-1 font-bold text-lg" onClick={() => onDialog('followUp')}>
          完成回访
        </Button>
      )}
    </footer>
  );
}

function More({ detail, access, run, onDialog, onNote, onPrint }: Props) {
  const items = [
    { key: 'note', label: '加备注', shown: access.assist, act: onNote },
    { key: 'dispatch', label: '派单', shown: access.handle, act: () => onDialog('dispatch') },
    { key: 'transfer', label: '转派', shown: access.handle, act: () => onDialog('transfer') },
    { key: 'release', label: '释放', shown: access.handle, act: () => void release(detail, run) },
    { key: 'false', label: '误报', shown: access.handle, act: () => onDialog('false') },
    { key: 'reopen', label: '重开', shown: access.reopen, act: () => void reopen(detail, run) },
    { key: 'print', label: '打印处置单', shown: true, act: onPrint },
  ].filter((item) => item.shown);
  const menu = {
    items: items.map(({ key, label }) => ({ key, label })),
    onClick: ({ key }: { key: string }) => items.find((item) => item.key === key)?.act(),
  };
  return (
    <MenuButton menu={menu} placement="top">
      <Button>更多</Button>
    </MenuButton>
  );
}
