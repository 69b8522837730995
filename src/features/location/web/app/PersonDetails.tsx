import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { Devices, PlaceFacts } from '../PersonFacts.tsx';
import type { Person } from '../placePoints.ts';

/** Below who is on the way: all about the place, and the devices. */
export function PersonDetails({ person }: { person: Person }) {
  const now = useNow(1000);
  return (
    <section className="px-4 py-3 text-[13px]" aria-label="位置与设备">
      {person.agreement === 'valid' && <PlaceFacts person={person} now={now} />}
      <Devices person={person} now={now} />
      {can('customer:list') && (
        <a className="app-link" href={`#/customer/list/${person.customerId}`}>
          客户档案
        </a>
      )}
    </section>
  );
}
