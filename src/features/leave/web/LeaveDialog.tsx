import type { SlotProps } from '#web/screen/manifest.ts';
import { LeaveForm } from './LeaveForm.tsx';
import { ReturnForm } from './ReturnForm.tsx';

/** Asks for a leave, or for the return during one. */
export default function LeaveDialog({ customers: [customer], ...rest }: SlotProps<'customerAction'>) {
  if (!customer) return null;
  const { name, away } = customer;
  return away ? <ReturnForm name={name} leave={away} {...rest} /> : <LeaveForm customer={customer} {...rest} />;
}
