import { Ellipsis } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import type { RowAction } from '../types.ts';
import './grid.css';

/** Number of actions in the row; the others are behind ··· (domain.md 3.1). */
const shownActions = 3;

type RowActionsProps<Row> = { row: Row; actions: readonly RowAction<Row>[] };

/** The 操作 cell: at most three actions, then ···. */
export function RowActions<Row>({ row, actions }: RowActionsProps<Row>) {
  const possible = actions.filter(({ shown }) => shown?.(row) ?? true);
  const front = possible.filter(({ behind }) => !behind).slice(0, shownActions);
  const rest = possible.filter((action) => !front.includes(action));
  return (
    <span className="row-actions inline-flex items-center gap-2">
      {front.map((action) => {
        const reason = action.blocked?.(row);
        return (
          <button
            key={action.key}
            type="button"
            className={action.tone ?? 'link'}
            aria-disabled={reason ? true : undefined}
            title={reason}
            onClick={() => reason || action.onClick(row)}
          >
            {action.label}
          </button>
        );
      })}
      {rest.length > 0 && <More row={row} actions={rest} />}
    </span>
  );
}

/** The menu ···, built on opening so that a thousand rows do not carry menus. */
function More<Row>({ row, actions }: RowActionsProps<Row>) {
  const items = actions.map((action) => {
    const reason = action.blocked?.(row);
    return {
      key: action.key,
      label: action.label,
      title: reason,
      disabled: reason !== undefined,
      danger: action.tone !== undefined,
      onClick: () => action.onClick(row),
    };
  });
  return (
    <MenuButton placement="bottomRight" menu={{ items }}>
      <Button kind="link" className="more" aria-label="更多操作">
        <Ellipsis size={16} aria-hidden />
      </Button>
    </MenuButton>
  );
}
