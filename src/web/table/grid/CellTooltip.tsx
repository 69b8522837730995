import { type FocusEvent, type PointerEvent, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

type Shown = { text: string; left: number; top: number; above: boolean };

/** Height needed below a cell for its tooltip, px; with less room the tooltip opens above. */
const room = 120;

/** Pixels by which glyphs can exceed a low line; a cell counts as cut only if it exceeds more. */
const overhang = 8;

const isCut = (box: Element) =>
  box.scrollWidth > box.clientWidth || (box.matches('.line-clamp-2') && box.scrollHeight > box.clientHeight + overhang);

function cutCell(target: EventTarget): HTMLElement | undefined {
  const cell = (target as Element).closest<HTMLElement>('td[data-cut]')?.querySelector<HTMLElement>('.cell');
  return cell && [cell, ...cell.querySelectorAll('.line-clamp-2, .line-clamp-2 *')].some(isCut) ? cell : undefined;
}

/**
 * Shows the full text of a cut cell on hover or focus. One tooltip serves the whole body: spread `handlers` on it and
 * render `tooltip`.
 */
export function useCellTooltip() {
  const [shown, setShown] = useState<Shown>();

  const showFor = useCallback((target: EventTarget) => {
    const cell = cutCell(target);
    if (!cell) {
      setShown(undefined);
      return;
    }
    const { left, top, bottom } = cell.getBoundingClientRect();
    const above = innerHeight - bottom < room;
    setShown({ text: cell.innerText, left, top: above ? innerHeight - top : bottom, above });
  }, []);

  useEffect(() => {
    if (!shown) {
      return;
    }
    // Escape closes the tooltip without moving the pointer (WCAG 1.4.13).
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setShown(undefined);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [shown]);

  const hide = useCallback(() => setShown(undefined), []);
  const tooltip =
    shown &&
    createPortal(
      <div
        role="tooltip"
        className="whole-text fixed py-1.5 px-2.5 wrap-anywhere text-[13px] text-text bg-elevated rounded-md border border-border shadow-md"
        style={{ left: shown.left, [shown.above ? 'bottom' : 'top']: shown.top + 2 }}
        onPointerLeave={hide}
      >
        {shown.text}
      </div>,
      document.body,
    );
  return {
    tooltip,
    hide,
    handlers: {
      onPointerOver: (event: PointerEvent) => showFor(event.target),
      onPointerLeave: (event: PointerEvent) => {
        const next = event.relatedTarget;
        if (!(next instanceof Element && next.closest('.whole-text'))) {
          hide();
        }
      },
    },
    onFocus: (event: FocusEvent) => showFor(event.target),
  };
}
