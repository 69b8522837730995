import { useEffect, useRef } from 'react';
import { projectNear, type Viewport } from '../camera/projection.ts';

/** Many small points in the order of drawing, as columns; `look` is a place in `colours`. */
export interface Dots {
  lat: readonly number[];
  lng: readonly number[];
  look: readonly number[];
}

interface Props {
  viewport: Viewport;
  dots: Dots;
  /** CSS variables by look; a hollow dot where `hollow` holds it. */
  colours: readonly string[];
  hollow: number;
}

/** Pixels of a cell in which one dot of a look is drawn. */
const cell = 3;
const radius = 2.5;

function drawDots(canvas: HTMLCanvasElement, { viewport, dots, colours, hollow }: Props): void {
  const ratio = window.devicePixelRatio;
  const { width, height } = viewport;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const style = getComputedStyle(canvas);
  pen.scale(ratio, ratio);
  const drawn = new Set<number>();
  for (const [i, lat] of dots.lat.entries()) {
    const look = dots.look[i] ?? 0;
    const { x, y } = projectNear(viewport, { lat, lng: dots.lng[i] ?? 0 });
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) continue;
    const key = (Math.round(x / cell) * 8192 + Math.round(y / cell)) * 8 + look;
    if (drawn.has(key)) continue;
    drawn.add(key);
    const colour = style.getPropertyValue(colours[look] ?? '');
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.globalAlpha = look === hollow ? 0.55 : 0.6;
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    if (look === hollow) pen.stroke();
    else pen.fill();
  }
}

/** Draws points on a canvas: as many as a week of fixes, in both renderers of the map. */
export function DotLayer(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawDots(canvas.current, props);
  });
  const { width, height } = props.viewport;
  return <canvas ref={canvas} className="pointer-events-none absolute inset-0" style={{ width, height }} />;
}
