import type { FoundCustomer } from '#features/customerEntry/web/service.ts';
import { BandScale } from '#features/reading/web/service.ts';
import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { can } from '#web/api/session.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { useLimits } from '../trial/useLimits.ts';

/** The bands by which a rule of limits judges: those of the tried person, else the house's. */
export function LimitsField({ metric, person }: { metric: string; person: FoundCustomer | undefined }) {
  const rows = useLimits(metric, person?.id);
  const href = person ? `#/healthy/archives/${person.id}?section=band` : '#/healthy/archives/band';
  const isOwn = person !== undefined && rows.owner === '本人';
  return (
    <FieldBox
      field="bands"
      label="界限"
      note={
        can('archive:edit') && (
          <a className="text-[13px]" href={href}>
            调阈值
          </a>
        )
      }
    >
      {rows.bands.map((row) => (
        <span key={`${row.meal} ${row.asleep}`} className="text-xs">
          {row.asleep && <span className="text-text3">睡眠中 </span>}
          <BandScale kind={metric as ReadingKindName} bands={row.bands} />
        </span>
      ))}
      <p className="text-xs text-text3">
        {person ? `${person.name}按${rows.owner ?? '全院'}的界限判` : '各人按本人、慢病、全院的界限判，先到先用'}
        {isOwn && '，可能有期限'}
      </p>
    </FieldBox>
  );
}
