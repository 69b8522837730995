import { useEffect, useRef, useState } from 'react';

/** A button does not move for this long after it was pointed at, ms (look.md 1.7). */
const calmAfter = 300;
/** Maximum delay of a change while the mouse moves, ms. */
const latest = 600;
/** Maximum duration of a press that counts as a click, ms; a longer press delays nothing. */
const maxPressMs = 1500;
/** Maximum delay of the click after the end of its press, ms; without a click it was a drag. */
const clickAfter = 500;

/** State of mouse or finger, instants in ms. */
export interface Pointer {
  /** When a button was last pointed at or pressed. */
  pointedAt: number;
  /** Start of the current press until its click has been handled; null without a press. */
  pressedAt: number | null;
}

const pointer: Pointer = { pointedAt: 0, pressedAt: null };
let watching = false;
let release: ReturnType<typeof setTimeout> | undefined;

/**
 * Returns how long a layout change must wait, ms; 0 or less: not at all. Nothing moves between press and click, else
 * the click would hit another element.
 * @param since when the change was first due
 */
export function pauseLeft({ pointedAt, pressedAt }: Pointer, since: number, now: number): number {
  const pressed = pressedAt === null ? 0 : pressedAt + maxPressMs - now;
  return Math.max(pressed, Math.min(pointedAt + calmAfter, since + latest) - now);
}

function recordPointing({ target }: PointerEvent) {
  if (target instanceof Element && target.closest('button, a, [role="button"]')) pointer.pointedAt = Date.now();
}

function recordPress(event: PointerEvent) {
  clearTimeout(release);
  pointer.pressedAt = Date.now();
  recordPointing(event);
}

function releaseIn(delay: number) {
  clearTimeout(release);
  release = setTimeout(() => {
    pointer.pressedAt = null;
  }, delay);
}

/** Listens from the first use until the page closes. */
function watchPointer() {
  if (watching) return;
  watching = true;
  const options = { capture: true, passive: true };
  window.addEventListener('pointermove', recordPointing, options);
  window.addEventListener('pointerdown', recordPress, options);
  window.addEventListener('pointerup', () => releaseIn(clickAfter), options);
  window.addEventListener('pointercancel', () => releaseIn(0), options);
  // After all other handlers of the click.
  window.addEventListener('click', () => releaseIn(0), options);
}

/**
 * Returns the value to lay out: a new one is delayed while something is pressed or a button is pointed at.
 * @param same whether two values have the same layout; then the new one is shown at once
 */
export function useSteadyValue<T>(value: T, same: (a: T, b: T) => boolean = Object.is): T {
  const [shown, setShown] = useState(value);
  const waitingSince = useRef<number | null>(null);
  useEffect(watchPointer, []);
  const steady = same(value, shown);
  useEffect(() => {
    if (steady) {
      waitingSince.current = null;
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const now = Date.now();
      waitingSince.current ??= now;
      const remaining = pauseLeft(pointer, waitingSince.current, now);
      // The press can end at any moment.
      if (remaining > 0) timer = setTimeout(settle, Math.min(remaining, 100));
      else setShown(() => value);
    };
    settle();
    return () => clearTimeout(timer);
  }, [value, steady]);
  return steady ? value : shown;
}
