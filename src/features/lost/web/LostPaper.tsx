import { lazy, useState } from 'react';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { genders } from '#web/data/codeLabels.ts';
import { fullTime } from '#web/data/format.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { ringView } from '#web/map/ringView.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { slotLoader } from '#web/screen/Slots.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import type { Lost } from './LostForms.tsx';
import { mapOf, placeText, ringText } from './words.ts';

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Links by which others read the sheet of a lost person; one feature fills it. */
    lostShare: Slot<{ warnId: string }>;
  }
}

const ShareLinks = lazy(slotLoader('lostShare'));

const mapHeight = 540;

/** 走失单: photo, clothes and map on one A4 page. */
export function LostPaper({ lost, onClose }: { lost: Lost; onClose: () => void }) {
  const now = useNow(10_000);
  const { customerName, gender, age, timeZone } = lost;
  const map = mapOf(lost, now);
  const [view] = useState(() => lost.ring && ringView(lost.ring, mapHeight));
  const sex = gender === 1 || gender === 2 ? genders[gender] : null;
  const facts = [
    ['姓名', [customerName, sex, age === null ? null : `${age} 岁`].filter(Boolean).join(' · ')],
    ['最后见到', fullTime(lost.seenAt, timeZone)],
    ['情形', lost.seenNote],
    ['衣着', <strong key="clothes">{lost.clothes}</strong>],
    ['体貌', lost.look],
    // Paper gets old: the time itself comes first.
    ['最后定位', lost.place && `${fullTime(lost.place.at, timeZone)}，打印时为${placeText(lost, now)}`],
    ['可能范围', ringText(lost, now)],
  ] as const;
  return (
    <PrintPage
      label="走失单"
      className="text-[13px]"
      onClose={onClose}
      links={
        can('location:share') && lost.endedAt === null && lost.agreement === 'valid' && <ShareLinks warnId={lost.id} />
      }
    >
      <article className="p-6 max-w-[800px] mx-auto">
        <h1 className="mb-4 text-[26px] leading-9 text-center">寻人：{customerName}</h1>
        <div className="flex gap-6 mb-4">
          {lost.photoFileId !== null && (
            <FileImage
              className="w-44 h-44 object-cover flex-none"
              id={lost.photoFileId}
              alt={`${customerName} 的照片`}
            />
          )}
          <div className="flex-1 min-w-0 text-[15px]">
            <DescriptionList facts={facts} />
          </div>
        </div>
        {map && (
          <LazyMap theme="light" height={mapHeight} selectedId={lost.place ? 'place' : 'seen'} {...view} {...map} />
        )}
        <p className="my-4 text-[17px]">
          看到请联系 {lost.service}
          {lost.servicePhone && <strong> {lost.servicePhone}</strong>}，或拨打 110
        </p>
        <footer>
          {lost.no} · {fullTime(new Date(now).toISOString(), timeZone)} 打印 · 含个人信息，用后妥善保管
        </footer>
      </article>
    </PrintPage>
  );
}
