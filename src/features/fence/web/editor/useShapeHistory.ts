import { useCallback, useState } from 'react';
import type { DraftShape } from './draft.ts';

/** Steps that can be undone. */
const maxSteps = 100;

interface Step {
  shape: DraftShape;
  /** Changes with the same tag in a row are one step. */
  tag: string;
}

interface History {
  steps: readonly Step[];
  index: number;
  /** A drag is under way: the shape is not yet a step of its own. */
  dragged: DraftShape | undefined;
}

export interface ShapeHistory {
  /** The shape with the drag under way. */
  live: DraftShape;
  /** The shape before the drag under way. */
  settled: DraftShape;
  /** Changes the shape; changes with the same tag in a row are undone as one. */
  set: (shape: DraftShape, tag: string) => void;
  /** Shows a shape during a drag. */
  drag: (shape: DraftShape) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}

/** Holds a shape with its former states: drawn and typed changes are undone alike. */
export function useShapeHistory(first: DraftShape): ShapeHistory {
  const [{ steps, index, dragged }, setHistory] = useState<History>({
    steps: [{ shape: first, tag: '' }],
    index: 0,
    dragged: undefined,
  });
  const settled = steps[index]?.shape ?? first;
  const set = useCallback(
    (shape: DraftShape, tag: string) =>
      setHistory((former) => {
        const past = former.steps.slice(0, former.index + 1);
        const isSameStep = tag !== '' && past.length > 1 && past.at(-1)?.tag === tag;
        const next = [...(isSameStep ? past.slice(0, -1) : past), { shape, tag }].slice(-maxSteps);
        return { steps: next, index: next.length - 1, dragged: undefined };
      }),
    [],
  );
  const drag = useCallback((shape: DraftShape) => setHistory((former) => ({ ...former, dragged: shape })), []);
  const go = (by: number) => () =>
    setHistory((former) => ({ ...former, index: former.index + by, dragged: undefined }));
  return {
    ...{ live: dragged ?? settled, settled, set, drag },
    undo: index > 0 ? go(-1) : undefined,
    redo: index < steps.length - 1 ? go(1) : undefined,
  };
}
