import { Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { useHotkey } from './hotkeys.ts';
import { useScreen } from './screen.ts';

interface Props {
  /** Text of the button: 「新增用户」. */
  label: string;
  onAdd: () => void;
  /** Why adding is not possible. */
  blocked?: string | undefined;
}

/** Main button of a list, with its key (look.md 7) while the screen is in front. */
export function AddButton({ label, onAdd, blocked }: Props) {
  const { active } = useScreen();
  useHotkey('Alt N', onAdd, active && blocked === undefined);
  return (
    <Button kind="primary" blocked={blocked} onClick={onAdd}>
      <Plus size={16} aria-hidden="true" /> {label} <kbd>Alt N</kbd>
    </Button>
  );
}
