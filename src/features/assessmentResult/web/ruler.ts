import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { ScaleBand } from '#shared/scale/definition.ts';
import { bandSetOf, plainSet } from '#shared/scale/grades.ts';

/** Band on the ruler; `start` and `end` are shares of its length, 0 is the best end. */
export interface RulerBand extends ScaleBand {
  start: number;
  end: number;
  /** Total at the band's worse end, which labels its edge. */
  edge: number;
}

export interface Ruler {
  bands: readonly RulerBand[];
  /** Best total that the scale gives. */
  best: number;
  /** Returns the place of a total: the middle of its point. */
  at: (total: number) => number;
}

/** Returns the bands that graded the answers, best first; none for a scale graded by a matrix or not at all. */
export function bandsOf(
  scale: Pick<ScaleOfPage, 'bandSets' | 'grade'>,
  bandSet: AssessmentDetail['score']['bandSet'],
): readonly ScaleBand[] {
  return scale.grade?.by === 'bands' ? (plainSet(scale, bandSetOf(scale, bandSet), {})?.bands ?? []) : [];
}

/** Lays bands along a ruler, each as long as it has points; undefined without bands. */
export function rulerOf(bands: readonly ScaleBand[]): Ruler | undefined {
  const [first] = bands;
  const last = bands.at(-1);
  if (!first || !last) return undefined;
  const isFalling = first.from >= last.from;
  const points = bands.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  let start = 0;
  const laid = bands.map((band): RulerBand => {
    const end = start + (band.to - band.from + 1) / points;
    const place = { ...band, start, end, edge: isFalling ? band.from : band.to };
    start = end;
    return place;
  });
  return {
    bands: laid,
    best: isFalling ? first.to : first.from,
    at(total) {
      const band = laid.find(({ from, to }) => from <= total && total <= to) ?? nearest(laid, total);
      const inside = Math.min(Math.max(total, band.from), band.to);
      const passed = isFalling ? band.to - inside : inside - band.from;
      return band.start + (passed + 0.5) / points;
    },
  };
}

function nearest(bands: readonly RulerBand[], total: number): RulerBand {
  const distance = ({ from, to }: ScaleBand) => Math.max(from - total, total - to);
  return bands.reduce((best, band) => (distance(band) < distance(best) ? band : best));
}

/** Returns by how many grades the final one is worse than the preliminary one; 0 where one of them is missing. */
export function stepsWorse(
  grades: readonly { code: string }[],
  { preliminary, final }: Pick<AssessmentDetail, 'preliminary' | 'final'>,
): number {
  const place = (code: string | null) => grades.findIndex((grade) => grade.code === code);
  const [from, to] = [place(preliminary), place(final)];
  return from < 0 || to < 0 ? 0 : to - from;
}
