import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { telLink } from '#features/phoneCall/web/service.ts';
import { deviceKinds, unlocated } from '#shared/codes.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { genders, livingStates, onlineStates, relations, warnTypes } from '#web/data/codeLabels.ts';
import { ago, distanceText, fullTime, missing, spacedPhone } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { BatteryGlyph, LevelSign, OnlineGlyph } from '#web/ui/icons.tsx';
import { stateLevel } from './markers.ts';
import type { Person } from './placePoints.ts';
import { heardText, lasting, nearText, sourceText, standingText } from './placeText.ts';

const labels = (of: object) => of as Readonly<Record<string, string>>;

interface Props {
  person: Person;
  calling: boolean;
  onClose: () => void;
}

/** The chosen person: where, how and when located, since when still, devices, and whom to call. */
export function PersonCard({ person, calling, onClose }: Props) {
  const { name, gender, age, livingState, warnId, warnType, agreement, customerId } = person;
  const now = useNow(1000);
  const level = stateLevel(person);
  const about = [
    gender === 0 ? null : labels(genders)[gender],
    age === null ? null : `${age} 岁`,
    livingState === null ? null : labels(livingStates)[livingState],
  ];
  return (
    <section
      className="person-card flex flex-col bg-elevated rounded-lg border border-border shadow-md"
      aria-label={name}
    >
      <header className="flex items-center gap-2 pl-4 pr-2 py-2 border-b border-line">
        {level !== null && <LevelSign level={level} decorative={false} />}
        <h2 className="truncate text-base">{name}</h2>
        <span className="flex-1 truncate text-[13px] text-text2">{about.filter(Boolean).join(' · ')}</span>
        <Button kind="icon" size={28} aria-label="关闭" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <div className="min-h-0 overflow-auto px-4 py-3 text-[13px]">
        {agreement === 'valid' ? <PlaceFacts person={person} now={now} /> : <NoConsent person={person} />}
        <Devices person={person} now={now} />
        {calling && <Contacts person={person} />}
        <p className="flex gap-4 mt-3">
          {warnId !== null && can('warn:list') && (
            <a href={sosLink({ id: warnId })}>
              打开告警{warnType ? `「${labels(warnTypes)[warnType] ?? warnType}」` : ''}
            </a>
          )}
          {can('customer:list') && <a href={`#/customer/list/${customerId}`}>客户档案</a>}
        </p>
      </div>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PlaceFacts({ person, now }: { person: Person; now: number }) {
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
function NoConsent({ person: { agreement, customerId } }: { person: Person }) {
  if (agreement === 'valid') return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="text-level2-text">{unlocated[agreement]}</b>
      <span className="text-text2">位置、轨迹和围栏都不显示</span>
      {can('customer:list') && <a href={`#/customer/list/${customerId}?section=consent`}>登记同意</a>}
    </p>
  );
}

function Devices({ person: { devices, agreement }, now }: { person: Person; now: number }) {
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

function Contacts({ person: { mobile, phone, contacts } }: { person: Person }) {
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
