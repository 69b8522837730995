import { CustomerField, findsCustomers } from '#features/customerEntry/web/service.ts';
import { useScreen } from '#web/screen/screen.ts';
import './fence.css';

/** The filter 客户 of a list, in its toolbar; the URL has it as `customerId`. */
export function CustomerFilter() {
  const { query, setQuery } = useScreen();
  if (!findsCustomers()) return null;
  return (
    <search className="fence-customer" aria-label="客户">
      <CustomerField
        value={query.get('customerId') ?? undefined}
        disabled={false}
        attributes={{ id: 'fence-customer' }}
        onChange={(id) => setQuery({ customerId: typeof id === 'string' ? id : null, page: null })}
      />
    </search>
  );
}
