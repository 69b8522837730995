import { Plus } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  /** Place of the list. */
  place: string;
  label: string;
  onAdd: () => void;
  /** Why no more can be added. */
  blocked?: string | undefined;
}

/** Button that adds a row to a list of the definition. */
export function AddRow({ place, label, onAdd, blocked }: Props) {
  return (
    <Button
      kind="link"
      className="inline-flex items-center gap-1 text-[13px]"
      data-add={place}
      {...{ blocked }}
      onClick={onAdd}
    >
      <Plus size={14} aria-hidden />
      {label}
    </Button>
  );
}
