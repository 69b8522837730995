import { type CrowdLook, crowdLooks, type MapTheme } from '../types.ts';

/** Kinds of a sign: a dot for one person, a ring around the number of a pile. */
type SignKind = 'person' | 'pile';

type Colors = Record<'ground' | 'primary' | 'old' | 'place' | 'red' | 'onRed' | 'orange' | 'onOrange', string>;

/** Colours of styles.css; a canvas cannot read `light-dark()`. */
const palettes: Record<MapTheme, Colors> = {
  light: {
    ...{ ground: '#ffffff', primary: '#0b7a70', old: '#5f6e69', place: '#4a5a56' },
    ...{ red: '#c8161d', onRed: '#ffffff', orange: '#fa8c16', onOrange: '#2b1700' },
  },
  dark: {
    ...{ ground: '#1a2321', primary: '#4cc3b5', old: '#8a9995', place: '#a9b7b3' },
    ...{ red: '#d9363e', onRed: '#ffffff', orange: '#fa9a33', onOrange: '#2b1700' },
  },
};

/** Pixels of an image per pixel of the map. */
export const signScale = 2;
const sizes: Record<SignKind, number> = { person: 26, pile: 46 };
const dashes = [4, 3];

const octagon = 'M-4.8-11.5h9.6l6.7 6.7v9.6l-6.7 6.7h-9.6l-6.7-6.7v-9.6z';
const triangle = 'M0-11.5 12.4 9.8h-24.8z';
const house = 'M-8 -0.5 0 -8 8 -0.5V8H-8z';
const doubleMark = 'M-2.9-5.6V1M2.9-5.6V1M-2.9 5.1v.1M2.9 5.1v.1';
const mark = 'M0-3.4V2.4M0 6.2v.1';
const questionMark = 'M-3-3.2a3 3 0 1 1 4.6 2.5C.4.1 0 .8 0 1.8M0 5.6v.1';

interface Shape {
  path: Path2D;
  fill: string;
  line: string;
  width: number;
  dashed?: boolean;
  mark?: { path: Path2D; color: string };
}

function circle(radius: number): Path2D {
  const path = new Path2D();
  path.arc(0, 0, radius, 0, 2 * Math.PI);
  return path;
}

function square(side: number, corner: number): Path2D {
  const path = new Path2D();
  path.roundRect(-side / 2, -side / 2, side, side, corner);
  return path;
}

function urgent(path: string, fill: string, ground: string, marks: string, color: string): Shape {
  return { path: new Path2D(path), fill, line: ground, width: 2.5, mark: { path: new Path2D(marks), color } };
}

const personShapes: Record<CrowdLook, (colors: Colors) => Shape> = {
  alarm: ({ red, onRed, ground }) => urgent(octagon, red, ground, doubleMark, onRed),
  lost: ({ red, ground }) => urgent(octagon, ground, red, questionMark, red),
  outside: ({ orange, onOrange, ground }) => urgent(triangle, orange, ground, mark, onOrange),
  stale: ({ ground, old }) => ({ path: circle(8.5), fill: ground, line: old, width: 2, dashed: true }),
  fresh: ({ ground, primary }) => ({ path: circle(7.5), fill: primary, line: ground, width: 3 }),
  installed: ({ ground, place }) => ({ path: square(14, 3), fill: ground, line: place, width: 2 }),
  home: ({ ground, place }) => ({ path: new Path2D(house), fill: ground, line: place, width: 2 }),
};

const urgentLooks: readonly CrowdLook[] = ['alarm', 'lost', 'outside'];

function pileRing(look: CrowdLook, { ground, red, orange, old, primary, place }: Colors): Shape {
  const lines = { alarm: red, lost: red, outside: orange, stale: old, fresh: primary, installed: place, home: place };
  const path = look === 'installed' || look === 'home' ? square(34, 8) : circle(17);
  return { path, fill: ground, line: lines[look], width: 3, dashed: look === 'stale' };
}

function draw(context: CanvasRenderingContext2D, shape: Shape): void {
  context.lineJoin = 'round';
  context.setLineDash(shape.dashed ? dashes : []);
  context.lineWidth = shape.width;
  context.strokeStyle = shape.line;
  context.fillStyle = shape.fill;
  context.fill(shape.path);
  context.stroke(shape.path);
  if (!shape.mark) return;
  context.setLineDash([]);
  context.lineWidth = 2.6;
  context.lineCap = 'round';
  context.strokeStyle = shape.mark.color;
  context.stroke(shape.mark.path);
}

/** Returns the image's name for a theme and a place in `crowdLooks`; without a rank the part before it. */
export function signName(theme: MapTheme, kind: SignKind, rank: number | '' = ''): string {
  return `crowd-${theme}-${kind}-${rank}`;
}

/** Draws the sign of a look; a pile with an urgent member carries its shape. */
function drawSign(theme: MapTheme, kind: SignKind, look: CrowdLook): ImageData {
  const colors = palettes[theme];
  const side = sizes[kind] * signScale;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(signScale, signScale);
  context.translate(sizes[kind] / 2, sizes[kind] / 2);
  const shape = personShapes[look](colors);
  if (kind === 'pile') {
    draw(context, pileRing(look, colors));
    context.translate(14, -14);
    context.scale(0.68, 0.68);
    if (urgentLooks.includes(look)) draw(context, shape);
  } else draw(context, shape);
  return context.getImageData(0, 0, side, side);
}

/** Returns all signs of a theme by name. */
export function signsOf(theme: MapTheme): [name: string, image: ImageData][] {
  return (['person', 'pile'] as const).flatMap((kind) =>
    crowdLooks.map((look, rank): [string, ImageData] => [signName(theme, kind, rank), drawSign(theme, kind, look)]),
  );
}
