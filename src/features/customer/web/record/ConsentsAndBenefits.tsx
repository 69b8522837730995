import { Benefits } from './Benefits.tsx';
import { Consents } from './Consents.tsx';
import type { SectionProps } from './types.ts';

/** What somebody has agreed to, and what they are entitled to. */
export function ConsentsAndBenefits(props: SectionProps) {
  return (
    <div className="stack gap-16">
      <Consents {...props} />
      <section aria-label="权益与证件">
        <Benefits {...props} />
      </section>
    </div>
  );
}
