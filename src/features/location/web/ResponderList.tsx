import { Phone } from 'lucide-react';
import { telLink } from '#features/phoneCall/web/service.ts';
import { distance } from '#shared/distance.ts';
import type { Position } from '#shared/district.ts';
import { useNow } from '#web/core/now.ts';
import { dispatchKinds, dispatchStates } from '#web/data/codeLabels.ts';
import { ago, distanceText } from '#web/data/format.ts';
import type { Responder, Responders } from './useResponders.ts';

interface Props extends Responders {
  /** Place of the chosen person; distances are to it. */
  place: Position | null;
}

/** 在路上: responders who report by their link. */
export function ResponderList({ rows, problem, place }: Props) {
  const now = useNow(1000);
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
        {rows?.map((row) => (
          <ResponderRow key={row.id} row={row} place={place} now={now} />
        ))}
      </ul>
    </section>
  );
}

function ResponderRow({ row, place, now }: { row: Responder; place: Position | null; now: number }) {
  const { name, kind, phone, state, at, lat, lng, customerName } = row;
  const metres = place && lat !== null && lng !== null ? distance({ lat, lng }, place) : null;
  const facts = [
    metres === null ? null : `距老人 ${distanceText(metres)}`,
    dispatchStates[state],
    at === null ? '还没有报位置' : `${ago(now - Date.parse(at))}报位置`,
  ];
  return (
    <li className="flex items-center gap-3 px-4 py-3 border-b border-line">
      <span className="flex-1 min-w-0">
        <span className="block truncate">
          <b className="text-base">{name}</b> <span className="text-[13px] text-text2">{dispatchKinds[kind]}</span>
          {customerName && <span className="text-[13px] text-text2"> → {customerName}</span>}
        </span>
        <span className="block text-[13px] text-text2">{facts.filter(Boolean).join(' · ')}</span>
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
