import { useEffect, useSyncExternalStore } from 'react';
import { boxOf } from '../camera/projection.ts';
import type { Running } from '../camera/useCamera.ts';
import { getDivisions, loadDivisions, subscribeDivisions } from './boundaries.ts';
import type { Boundary } from './boundary.ts';
import { shownFrom } from './palette.ts';

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
