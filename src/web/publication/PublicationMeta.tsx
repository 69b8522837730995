import type { ReactNode } from 'react';
import { fullTime, missing } from '#web/data/format.ts';
import './publication.css';

/** Internal facts besides the published content, by label; a missing value is 「—」. */
export function PublicationMeta({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="publication-facts gap-y-8 gap-x-16 fill in-grid">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="nowrap faint">{label}</dt>
          <dd className="anywhere">{value ?? missing}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a fact that is an instant. */
export function timeText(instant: string | null): string | null {
  return instant === null ? null : fullTime(instant);
}
