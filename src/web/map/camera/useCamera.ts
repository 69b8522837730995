import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { MapBase } from '../base/load.ts';
import type { MapTheme } from '../types.ts';
import type { Camera } from './camera.ts';
import { createGlCamera, type GlCamera, hasWebGl } from './glCamera.ts';
import { createPlanCamera } from './planCamera.ts';
import type { Viewport } from './projection.ts';

/** Minimum height for a touch drag on the map; on a lower map it scrolls the page. */
const tallEnoughToDrag = 320;

type Options = {
  container: RefObject<HTMLDivElement | null>;
  base: MapBase | undefined;
  theme: MapTheme;
  firstView: (size: { width: number; height: number }, base: MapBase) => Viewport;
  onReady: () => void;
};

export type Running = { kind: 'gl'; camera: GlCamera } | { kind: 'plan'; camera: Camera };

/**
 * Runs a renderer in the container: MapLibre, or the SVG plan if WebGL is missing, fails or is lost. Undefined until
 * the base has loaded; freed on unmount.
 */
export function useCamera({ container, base, theme, firstView, onReady }: Options): Running | undefined {
  const [usesGl, setUsesGl] = useState(hasWebGl);
  const [running, setRunning] = useState<Running>();

  const start = useEffectEvent((element: HTMLDivElement, ground: MapBase, wantsGl: boolean): Running | undefined => {
    // The plan draws the bundled base only.
    const drawn = wantsGl ? ground : { ...ground, tiles: null };
    const viewport = firstView({ width: element.clientWidth, height: element.clientHeight }, drawn);
    if (!wantsGl) {
      onReady();
      return { kind: 'plan', camera: createPlanCamera(element, viewport) };
    }
    try {
      const twoFingers = matchMedia('(pointer: coarse)').matches && viewport.height < tallEnoughToDrag;
      const onFailure = () => setUsesGl(false);
      const camera = createGlCamera({
        container: element,
        base: ground,
        theme,
        viewport,
        twoFingers,
        onReady,
        onFailure,
      });
      return { kind: 'gl', camera };
    } catch {
      setUsesGl(false);
      return undefined;
    }
  });

  useEffect(() => {
    if (!container.current || !base) {
      return undefined;
    }
    const started = start(container.current, base, usesGl);
    setRunning(started);
    return () => {
      setRunning(undefined);
      started?.camera.destroy();
    };
  }, [container, base, usesGl]);

  useEffect(() => {
    if (running?.kind === 'gl') {
      running.camera.setTheme(theme);
    }
  }, [running, theme]);

  return running;
}
