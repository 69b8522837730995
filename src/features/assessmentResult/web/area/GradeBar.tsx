export interface Grade {
  code: string;
  label: string;
}

/** Returns the step of a grade's colour, 0 for the best to 4. */
export function stepOf(place: number, grades: number): number {
  return grades < 2 ? 0 : Math.round((place * 4) / (grades - 1));
}

interface Props {
  counts: Readonly<Record<string, number>>;
  /** Best first. */
  grades: readonly Grade[];
  /** Number of people that fills the width. */
  full: number;
}

/** Grades of one area as one stacked bar; the figures are beside it. */
export function GradeBar({ counts, grades, full }: Props) {
  return (
    <span className="area-bar" aria-hidden="true">
      {grades.map(({ code, label }, place) => {
        const n = counts[code] ?? 0;
        if (n === 0) return null;
        return (
          <i
            key={code}
            data-step={stepOf(place, grades.length)}
            style={{ width: `${(n / full) * 100}%` }}
            title={`${label} ${n}`}
          />
        );
      })}
    </span>
  );
}
