import type { shareApi } from '#shared/contract/share.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { genders } from '#web/data/codeLabels.ts';
import { distanceText, fullTime } from '#web/data/format.ts';
import type { MapZone } from '#web/map/types.ts';
import { OpenFacts } from './OpenFacts.tsx';
import { ageText, SharedFrame, SharedMap } from './SharedPlace.tsx';

type Lost = NonNullable<OutputOf<typeof shareApi.openShare>['lost']>;

function zonesOf({ ring }: Lost): MapZone[] {
  if (!ring) return [];
  const label = `可能范围 ${distanceText(ring.metres)}`;
  return [{ id: 'ring', kind: 'safe', label, centre: ring.centre, radius: ring.metres }];
}

interface Props {
  shared: Lost;
  expiresAt: string;
  onReload: () => void;
}

/** What people look for, for viewers without an account. */
export function SharedLost({ shared, expiresAt, onReload }: Props) {
  const { name, gender, age, photo, place, ring, timeZone } = shared;
  const sex = gender === 1 || gender === 2 ? genders[gender] : null;
  const facts: [string, string | null][] = [
    ['姓名', [name, sex, age === null ? null : `${age} 岁`].filter(Boolean).join(' · ')],
    ['衣着', shared.clothes],
    ['体貌', shared.look],
    ['最后见到', [fullTime(shared.seenAt, timeZone), shared.seenNote].filter(Boolean).join('，')],
    ['最后定位', place && `${ageText(place)} · ${fullTime(place.at, timeZone)}`],
    ['可能范围', ring && `${distanceText(ring.metres)} 内，从 ${fullTime(ring.at, timeZone)} 起算`],
  ];
  return (
    <SharedFrame title={`寻人：${name}`} shared={shared} expiresAt={expiresAt} onReload={onReload}>
      {photo && <img className="w-44 h-44 object-cover rounded-md" src={photo} alt={`${name} 的照片`} />}
      <OpenFacts facts={facts} />
      <SharedMap name={name} place={place} zones={zonesOf(shared)} ring={ring} />
      <p className="text-base">看到请先陪住老人，再打服务电话或 110。</p>
    </SharedFrame>
  );
}
