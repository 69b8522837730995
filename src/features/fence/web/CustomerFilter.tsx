import { useId } from 'react';
import { CustomerField, findsCustomers } from '#features/customerEntry/web/service.ts';
import { useScreen } from '#web/screen/screen.ts';
import './fence.css';

/** The filter 客户 of a list, in its toolbar; the URL has it as `customerId`. */
export function CustomerFilter() {
  const { query, setQuery } = useScreen();
  const id = useId();
  if (!findsCustomers()) return null;
  return (
    <search className="fence-customer" aria-label="客户">
      <label className="sr-only" htmlFor={id}>
        客户
      </label>
      <CustomerField
        value={query.get('customerId') ?? undefined}
        disabled={false}
        attributes={{ id }}
        onChange={(chosen) => setQuery({ customerId: typeof chosen === 'string' ? chosen : null, page: null })}
      />
    </search>
  );
}
