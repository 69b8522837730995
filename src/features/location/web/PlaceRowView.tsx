import { deviceKinds } from '#shared/codes.ts';
import { onlineStates } from '#web/data/codeLabels.ts';
import { fullTime } from '#web/data/format.ts';
import { BatteryGlyph, LevelSign, OnlineGlyph } from '#web/ui/icons.tsx';
import { stateLevel } from './markers.ts';
import type { PlaceRow } from './placePoints.ts';
import { fixText, nearText, standingText } from './placeText.ts';

interface Props {
  /** Place in the list, from 0. */
  index: number;
  row: PlaceRow;
  now: number;
  selected: boolean;
  active: boolean;
}

const kindLabels: Readonly<Record<string, string>> = deviceKinds;
const lowBattery = 20;

function Battery({ battery }: { battery: number }) {
  const tone = battery <= lowBattery / 2 ? 'text-level1-text' : battery <= lowBattery ? 'text-level2-text' : '';
  return (
    <span className={`inline-flex items-center gap-1 ${tone}`}>
      <BatteryGlyph percent={battery} size={18} />
      {battery}%{battery <= lowBattery && ' 低'}
    </span>
  );
}

/** A person of the list: sign, name and device, where, standing, when and how it is known. */
export function PlaceRowView({ index, row, now, selected, active }: Props) {
  const { name, kind, online, battery, place, agreement } = row;
  const level = stateLevel(row);
  const standing = row.state === 'lost' ? ({ text: '走失', level: 1 } as const) : standingText(row, now);
  const isOff = online === 'offline';
  return (
    <div
      id={`place-${index}`}
      data-index={index}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className="place-row flex flex-col justify-center gap-0.5 px-4 border-b border-line text-[13px] cursor-pointer"
      data-active={active || undefined}
      data-customer-id={row.customerId}
    >
      <span className="flex items-center gap-1.5">
        {level !== null && <LevelSign level={level} decorative={false} />}
        <b className="truncate text-[15px]">{name}</b>
        <span className="truncate flex-1 text-text2">{kind === null ? '没有设备' : (kindLabels[kind] ?? kind)}</span>
        {online !== null && (
          <span className={`inline-flex items-center flex-none gap-1 ${isOff ? 'text-level1-text' : ''}`}>
            <OnlineGlyph online={online} />
            {onlineStates[online]}
          </span>
        )}
        {battery !== null && <Battery battery={battery} />}
      </span>
      <span className="flex items-center gap-2">
        <span className="truncate flex-1 text-text2">{nearText(row)}</span>
        {standing && (
          <span
            className={`flex-none ${standing.level === null ? 'text-text2' : `font-bold text-level${standing.level}-text`}`}
          >
            {standing.text}
          </span>
        )}
      </span>
      <span
        className={`truncate ${agreement === 'valid' ? 'text-text2' : 'text-level2-text'}`}
        title={place?.at ? fullTime(place.at) : undefined}
      >
        {fixText(row, now)}
      </span>
    </div>
  );
}
