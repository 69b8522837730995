import { Phone } from 'lucide-react';
import { telLink } from '#features/phoneCall/web/service.ts';
import { useNow } from '#web/core/now.ts';
import { dispatchKinds, dispatchStates } from '#web/data/codeLabels.ts';
import { ago, distanceText } from '#web/data/format.ts';
import type { Person } from '../placePoints.ts';
import { wayTo } from './edge.ts';
import { placeOf, type Responder, type Responders } from './useResponders.ts';

interface Props extends Responders {
  /** The chosen person: whoever is on the way there comes first, with minutes. */
  to: Person | undefined;
}

/** 在路上: responders who report by their link. */
export function ResponderList({ rows, problem, to }: Props) {
  const now = useNow(1000);
  const isHere = ({ customerId }: Responder) => customerId !== null && customerId === to?.customerId;
  const ordered = rows?.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)));
  return (
    <section aria-label="在路上">
      <h2 className="flex justify-between px-4 py-2 text-[15px] font-normal bg-s2 border-y border-line">
        <span>
          在路上 <b>{rows?.length}</b>
        </span>
        <span className="text-[13px] text-text2">各自的链接报位置</span>
      </h2>
      {problem && (
        <p className="px-4 py-2 text-[13px] text-level1-text" role="status">
          在路上的人没有更新：{problem}
        </p>
      )}
      {rows?.length === 0 && <p className="px-4 py-4 text-text2">没有人在路上</p>}
      <ul>
        {ordered?.map((row) => (
          <ResponderRow key={row.id} row={row} to={isHere(row) ? to : undefined} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** Returns metres and minutes from a responder to the person; null without both places. */
function wayOf(row: Responder, to: Person | undefined) {
  const at = placeOf(row);
  return at && to?.place ? wayTo(at, to.place) : null;
}

function ResponderRow({ row, to, now }: { row: Responder; to: Person | undefined; now: number }) {
  const { name, kind, phone, state, at, customerName } = row;
  const way = wayOf(row, to);
  const facts = [
    way === null ? null : distanceText(way.metres),
    dispatchStates[state],
    at === null ? '还没有报位置' : ago(now - Date.parse(at)),
  ];
  return (
    <li className="flex items-center gap-3 px-4 py-3 border-b border-line">
      <span className="flex-1 min-w-0">
        <span className="block truncate">
          <b className="text-base">{name}</b> <span className="text-[13px] text-text2">{dispatchKinds[kind]}</span>
          {customerName && !to && <span className="text-[13px] text-text2"> → {customerName}</span>}
        </span>
        <span className="block text-text2">
          {way !== null && state !== 'arrived' && <b className="app-minutes">约 {way.minutes} 分 </b>}
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
      {phone?.includes('*') && <span className="text-[13px] text-text2">{phone}</span>}
      {phone && !phone.includes('*') && (
        <a
          className="app-call grid place-content-center rounded-full"
          href={telLink(phone)}
          aria-label={`拨打 ${name}`}
        >
          <Phone size={20} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}
