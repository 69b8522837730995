import { useEffect, useRef, useState } from 'react';

/** A button that was under the mouse this short a time ago stays where it is, ms (look.md 1.7). */
const calmAfter = 300;
/** But an alarm is shown at the latest after this, ms, however busy the mouse is. */
const latest = 600;

let pointedAt = 0;

/**
 * How long a change of places has to wait, ms; 0 or less: now.
 * @param pointed when a mouse last moved or pressed on a button
 * @param since when the change was first due
 */
export function pauseLeft(pointed: number, since: number, now: number): number {
  return Math.min(pointed + calmAfter, since + latest) - now;
}

/** Notes each move or press of a mouse on something that can be pressed. */
function notePointer(event: PointerEvent) {
  if (
    event.pointerType === 'mouse' &&
    event.target instanceof Element &&
    event.target.closest('button, a, [role="button"]')
  ) {
    pointedAt = Date.now();
  }
}

/**
 * The rows to show: new values at once, but rows come, go and change places only while no button is under a moving
 * mouse, so that a click never lands on what has just slid there.
 */
export function useSteadyRows<R extends { id: string }>(rows: readonly R[]): readonly R[] {
  const [shown, setShown] = useState(rows);
  const waitingSince = useRef<number | null>(null);

  useEffect(() => {
    window.addEventListener('pointermove', notePointer, { capture: true, passive: true });
    window.addEventListener('pointerdown', notePointer, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointermove', notePointer, { capture: true });
      window.removeEventListener('pointerdown', notePointer, { capture: true });
    };
  }, []);

  const sameOrder = rows.length === shown.length && rows.every((row, index) => row.id === shown[index]?.id);
  useEffect(() => {
    if (sameOrder) {
      waitingSince.current = null;
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const now = Date.now();
      waitingSince.current ??= now;
      const left = pauseLeft(pointedAt, waitingSince.current, now);
      if (left > 0) timer = setTimeout(settle, left);
      else setShown(rows);
    };
    settle();
    return () => clearTimeout(timer);
  }, [rows, sameOrder]);

  if (sameOrder) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return shown.map((row) => byId.get(row.id) ?? row);
}
