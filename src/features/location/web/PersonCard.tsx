import { X } from 'lucide-react';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { stateLevel } from './markers.ts';
import { Contacts, Devices, NoConsent, PlaceFacts } from './PersonFacts.tsx';
import type { Person } from './placePoints.ts';
import { aboutText } from './placeText.ts';

const labels = (of: object) => of as Readonly<Record<string, string>>;

interface Props {
  person: Person;
  calling: boolean;
  onClose: () => void;
}

/** The chosen person: where, how and when located, since when still, devices, and whom to call. */
export function PersonCard({ person, calling, onClose }: Props) {
  const { name, warnId, warnType, agreement, customerId } = person;
  const now = useNow(1000);
  const level = stateLevel(person);
  return (
    <section
      className="person-card flex flex-col bg-elevated rounded-lg border border-border shadow-md"
      aria-label={name}
    >
      <header className="flex items-center gap-2 pl-4 pr-2 py-2 border-b border-line">
        {level !== null && <LevelSign level={level} decorative={false} />}
        <h2 className="truncate text-base">{name}</h2>
        <span className="flex-1 truncate text-[13px] text-text2">{aboutText(person)}</span>
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
