import { type PhysicalFlag, physicalFlags } from '#shared/physical/catalogue.ts';
import { flagSigns } from '#shared/physical/rangeWords.ts';

/** A flag as sign and word; what is in its range stays grey. */
export function FlagMark({ flag }: { flag: PhysicalFlag }) {
  if (flag === 'normal' || flag === 'none') return <span className="text-text2">{physicalFlags[flag]}</span>;
  return (
    <b className="text-level2-text whitespace-nowrap">
      <span aria-hidden="true">{flagSigns[flag]} </span>
      {physicalFlags[flag]}
    </b>
  );
}
