import type { Pixel } from '../camera/projection.ts';

export type Side = 'right' | 'left' | 'above' | 'below';
type Box = { left: number; top: number; right: number; bottom: number };
export type Labelled = Pixel & { id: string; text: string; lines?: 2; signSize: number; alwaysShown: boolean };

/** Height of a label of one line and of two, px. */
const [oneLine, twoLines] = [26, 44];
const gap = 5;
const sides: readonly Side[] = ['right', 'left', 'above', 'below'];

/**
 * Returns the approximate width in pixels of a label with its padding: 13 px per Chinese character, 7 per other
 * character.
 */
export function textWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 13 : 7.4), 20);
}

function labelBox({ x, y, text, lines, signSize }: Labelled, side: Side): Box {
  const [width, height, reach] = [textWidth(text), lines ? twoLines : oneLine, signSize / 2 + gap];
  const left = { right: x + reach, left: x - reach - width, above: x - width / 2, below: x - width / 2 }[side];
  const top = { right: y - height / 2, left: y - height / 2, above: y - reach - height, below: y + reach }[side];
  return { left, top, right: left + width, bottom: top + height };
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function outside(box: Box, size: { width: number; height: number }): number {
  const over = Math.max(0, -box.left) + Math.max(0, box.right - size.width);
  return (
    over * (box.bottom - box.top) +
    (Math.max(0, -box.top) + Math.max(0, box.bottom - size.height)) * (box.right - box.left)
  );
}

/** Returns the areas of the map's own texts and buttons: region chip, scale, caption, buttons. */
function corners({ width, height: bottom }: { width: number; height: number }): Box[] {
  return [
    { left: 0, top: 0, right: 190, bottom: 28 },
    { left: 0, top: bottom - 30, right: 110, bottom },
    { left: 110, top: bottom - 48, right: 262, bottom },
    { left: width - 42, top: bottom - 130, right: width, bottom },
  ];
}

/**
 * Chooses the side of each label so that labels cover neither each other nor a sign and stay on the map. Labels come in
 * order of weight. A label without a free side is left out, unless it must be shown.
 */
export function placeLabels(labels: readonly Labelled[], size: { width: number; height: number }): Map<string, Side> {
  const signs = labels.map(({ x, y, signSize }): Box => {
    const half = signSize / 2;
    return { left: x - half, top: y - half, right: x + half, bottom: y + half };
  });
  const occupied = [...corners(size), ...signs];
  const sideById = new Map<string, Side>();
  for (const label of labels) {
    const tries = sides.map((side) => {
      const box = labelBox(label, side);
      return { side, box, cost: outside(box, size) + occupied.reduce((sum, other) => sum + overlap(box, other), 0) };
    });
    const best = tries.reduce((least, candidate) => (candidate.cost < least.cost ? candidate : least));
    if (best.cost === 0 || label.alwaysShown) {
      sideById.set(label.id, best.side);
      occupied.push(best.box);
    }
  }
  return sideById;
}
