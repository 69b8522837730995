import { useEffect, useMemo, useState } from 'react';
import { useMedia } from '#web/core/useMedia.ts';
import type { Way } from './readWay.ts';
import { advance, type Speed } from './replay.ts';

/** The time that replay shows; it changes with each frame, so only what shows it listens. */
export interface ReplayTime {
  get: () => number;
  set: (at: number) => void;
  subscribe: (listener: () => void) => () => void;
}

function replayTime(start: number): ReplayTime {
  let at = start;
  const listeners = new Set<() => void>();
  return {
    get: () => at,
    set: (next) => {
      at = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Interval of the steps with reduced motion, ms. */
const stepMs = 1000;

/** Plays a track: with each frame, with reduced motion in steps. */
export function useReplay(way: Way) {
  const time = useMemo(() => replayTime(way.to), [way]);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const stepped = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!playing) return;
    if (time.get() >= way.to) time.set(way.from);
    let last = performance.now();
    let frame = 0;
    const go = () => {
      const now = performance.now();
      if (!stepped || now - last >= stepMs) {
        time.set(advance(time.get(), now - last, speed, way));
        last = now;
      }
      if (time.get() >= way.to) setPlaying(false);
      else frame = requestAnimationFrame(go);
    };
    frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, stepped, time, way]);
  return { time, playing, setPlaying, speed, setSpeed, stepped };
}

export type Replay = ReturnType<typeof useReplay>;
