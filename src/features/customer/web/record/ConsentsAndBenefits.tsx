import { Benefits } from '#features/benefit/web/CustomerSection.tsx';
import { Consents } from '#features/consent/web/CustomerSection.tsx';
import type { SectionProps } from './types.ts';

/** Shows the customer's consents and benefits. */
export function ConsentsAndBenefits(props: SectionProps) {
  return (
    <div className="flex flex-col gap-4">
      <Consents {...props} />
      <section aria-label="权益与证件">
        <Benefits {...props} />
      </section>
    </div>
  );
}
