import type { ReactNode } from 'react';
import { telLink } from '#features/phoneCall/web/service.ts';
import { deviceKinds, unlocated } from '#shared/codes.ts';
import { can } from '#web/api/session.ts';
import { onlineStates, relations } from '#web/data/codeLabels.ts';
import { ago, distanceText, fullTime, missing, spacedPhone } from '#web/data/format.ts';
import { BatteryGlyph, OnlineGlyph } from '#web/ui/icons.tsx';
import type { Person } from './placePoints.ts';
import { heardText, lasting, nearText, sourceText, standingText } from './placeText.ts';

const labels = (of: object) => of as Readonly<Record<string, string>>;

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where, how and when located, since when still, and the standing at fences. */
export function PlaceFacts({ person, now }: { person: Person; now: number }) {
  const { place, near, distance, stillSince, moving, speed, fence } = person;
  const standing = standingText({ ...person, stale: false }, now);
  return (
    <dl className="person-facts">
      <Fact term="位置">
        {nearText(person) || '没有位置'}
        {distance !== null && distance > 30 && !near?.includes('离家') && (
          <span className="text-text2"> · 离家 {distanceText(distance)}</span>
        )}
      </Fact>
      {place && (
        <Fact term="定位方式">
          <span title={place.at ? fullTime(place.at) : undefined}>{sourceText(place)}</span>
        </Fact>
      )}
      <Fact term="更新">
        <span className={person.stale ? 'text-level1-text' : undefined}>{heardText(person, now)}</span>
      </Fact>
      {stillSince !== null && <Fact term="停留">{lasting(now - Date.parse(stillSince))}（60 米内）</Fact>}
      {moving && speed !== null && <Fact term="移动">{speed.toFixed(1)} km/h</Fact>}
      {standing && (
        <Fact term="围栏">
          <span className={standing.level === null ? undefined : `font-bold text-level${standing.level}-text`}>
            {standing.text}
          </span>
          {fence.name && <span className="text-text2"> · {fence.name}</span>}
        </Fact>
      )}
    </dl>
  );
}

/** Why nothing is shown, and the way to a signature. */
export function NoConsent({ person: { agreement, customerId } }: { person: Person }) {
  if (agreement === 'valid') return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="text-level2-text">{unlocated[agreement]}</b>
      <span className="text-text2">位置、轨迹和围栏都不显示</span>
      {can('customer:list') && <a href={`#/customer/list/${customerId}?section=consent`}>登记同意</a>}
    </p>
  );
}

/** Devices with their last report and last fix. */
export function Devices({ person: { devices, agreement }, now }: { person: Person; now: number }) {
  if (devices.length === 0) return <p className="mt-2 text-text2">没有绑定设备</p>;
  return (
    <ul className="mt-3 grid gap-1.5" aria-label="设备">
      {devices.map(({ id, name, kind, online, battery, lastSeenAt, lastFixAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <b className="font-normal">{name || labels(deviceKinds)[kind]}</b>
          <span className="inline-flex items-center gap-1">
            <OnlineGlyph online={online} />
            {onlineStates[online]}
          </span>
          {battery !== null && (
            <span className="inline-flex items-center gap-1">
              <BatteryGlyph percent={battery} size={18} />
              {battery}%
            </span>
          )}
          <span className="text-xs text-text2">
            {lastSeenAt ? `${ago(now - Date.parse(lastSeenAt))}上报` : '未上报'}
            {agreement === 'valid' && (lastFixAt ? `，${ago(now - Date.parse(lastFixAt))}定位` : '，没有定位')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A number to dial; a masked one is shown as it is. */
function Dial({ phone, to }: { phone: string | null; to: string }) {
  if (phone === null) return <span className="text-text3">{missing}</span>;
  if (phone.includes('*')) return <span className="text-text2">{phone}</span>;
  return (
    <a href={telLink(phone)} aria-label={`拨打 ${to} ${spacedPhone(phone)}`}>
      {spacedPhone(phone)}
    </a>
  );
}

/** Numbers of the person and of the contacts. */
export function Contacts({ person: { mobile, phone, contacts } }: { person: Person }) {
  const isMasked = [mobile, phone, ...contacts.map((each) => each.phone)].some((number) => number?.includes('*'));
  return (
    <div className="mt-3 pt-3 border-t border-line">
      <ul className="person-calls" aria-label="呼叫">
        <li>
          <span>本人</span>
          <Dial phone={mobile ?? phone} to="本人" />
        </li>
        {contacts.map((each) => (
          <li key={each.id}>
            <span>
              {each.name} <span className="text-text2">{labels(relations)[each.relation] ?? each.relation}</span>
            </span>
            <Dial phone={each.phone} to={each.name} />
          </li>
        ))}
      </ul>
      {isMasked && <p className="mt-1 text-xs text-text3">号码已隐藏：在告警处置台或客户档案中查看并拨打</p>}
    </div>
  );
}
