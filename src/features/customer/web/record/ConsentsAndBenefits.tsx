import { Benefits } from './Benefits.tsx';
import { Consents } from './Consents.tsx';
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
