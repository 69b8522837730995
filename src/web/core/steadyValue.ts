import { useEffect, useRef, useState } from 'react';

/** A button that was pointed at this short a time ago stays where it is, ms (look.md 1.7). */
const calmAfter = 300;
/** But a change is shown at the latest after this, ms, however busy the mouse is. */
const latest = 600;
/** A press may last this long and still be a click, ms; what is held longer holds nothing back. */
const maxPressMs = 1500;
/** The click that belongs to a press comes this soon after its end, ms; later there is none: it was a drag. */
const clickAfter = 500;

/** What the person does with mouse or finger, instants in ms. */
export interface Pointer {
  /** When a button was last pointed at or pressed. */
  pointedAt: number;
  /** Since when something is pressed, until its click has been handled; null while nothing is. */
  pressedAt: number | null;
}

const pointer: Pointer = { pointedAt: 0, pressedAt: null };
let watching = false;
let release: ReturnType<typeof setTimeout> | undefined;

/**
 * How long a change of places has to wait, ms; 0 or less: now. Nothing moves between press and click, or the click
 * lands on what has just slid there.
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

/** Listens from the first use on, for as long as the page stands. */
function watchPointer() {
  if (watching) return;
  watching = true;
  const options = { capture: true, passive: true };
  window.addEventListener('pointermove', recordPointing, options);
  window.addEventListener('pointerdown', recordPress, options);
  window.addEventListener('pointerup', () => releaseIn(clickAfter), options);
  window.addEventListener('pointercancel', () => releaseIn(0), options);
  // Behind everything that handles the same click.
  window.addEventListener('click', () => releaseIn(0), options);
}

/**
 * The value to lay out: a new one is held back while something is pressed or a button is pointed at.
 * @param same whether two values take the same places; then the new one is shown at once
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
      // The press may end at any moment.
      if (remaining > 0) timer = setTimeout(settle, Math.min(remaining, 100));
      else setShown(() => value);
    };
    settle();
    return () => clearTimeout(timer);
  }, [value, steady]);
  return steady ? value : shown;
}
