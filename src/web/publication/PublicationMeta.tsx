import type { ReactNode } from 'react';
import { fullTime, missing } from '#web/data/format.ts';
import './publication.css';

/** Internal facts besides the published content, by label; a missing value is 「—」. */
export function PublicationMeta({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="publication-facts gap-y-2 gap-x-4 flex-1 grid">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="whitespace-nowrap text-text3">{label}</dt>
          <dd className="wrap-anywhere">{value ?? missing}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a fact that is an instant. */
export function timeText(instant: string | null): string | null {
  return instant === null ? null : fullTime(instant);
}
