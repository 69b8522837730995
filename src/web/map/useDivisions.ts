import { useEffect, useSyncExternalStore } from 'react';
import { getDivisions, loadDivisions, subscribeDivisions } from './base/boundaries.ts';
import type { Boundary } from './base/boundary.ts';
import { shownFrom } from './palette.ts';
import { boxOf } from './projection.ts';
import type { Running } from './useCamera.ts';

/** Fetches the prefectures of the visible area and passes them to the renderer; returns those loaded so far. */
export function useDivisions(running: Running | undefined): readonly Boundary[] {
  const divisions = useSyncExternalStore(subscribeDivisions, getDivisions);
  useEffect(() => {
    if (!running) return undefined;
    const { camera } = running;
    const look = () => {
      const viewport = camera.getView();
      if (viewport.zoom >= shownFrom.division) void loadDivisions(boxOf(viewport));
    };
    look();
    return camera.subscribe(look);
  }, [running]);
  useEffect(() => {
    if (running?.kind === 'gl') running.camera.setDivisions(divisions);
  }, [running, divisions]);
  return divisions;
}
