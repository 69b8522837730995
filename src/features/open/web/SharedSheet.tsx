import { Phone } from 'lucide-react';
import type { WarnLevel } from '#shared/codes.ts';
import type { shareApi } from '#shared/contract/share.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { duration, fullTime } from '#web/data/format.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { OpenFacts } from './OpenFacts.tsx';

type Sheet = NonNullable<OutputOf<typeof shareApi.openShare>['sheet']>;

/** 处置单 for viewers without an account. */
export function SharedSheet({ sheet, expiresAt }: { sheet: Sheet; expiresAt: string }) {
  const facts: [string, string | null][] = [
    ['姓名', sheet.person],
    ['社区', sheet.area],
    ['发生', fullTime(sheet.occurredAt, sheet.timeZone)],
    ['接警', sheet.claimed === null ? null : `${duration(sheet.claimed)}后`],
    ['告知家属', sheet.familyTold === null ? null : `${duration(sheet.familyTold)}后`],
    ['到场', sheet.arrived === null ? null : `${duration(sheet.arrived)}后`],
    ['结果', sheet.result],
    ['结案', sheet.finishedAt === null ? null : fullTime(sheet.finishedAt, sheet.timeZone)],
  ];
  return (
    <main className="open-page flex flex-col gap-6 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">告警处置单</h1>
        <p className="text-text2">
          {sheet.service} · {sheet.no}
        </p>
      </header>
      <p className="flex items-center flex-wrap gap-2 font-bold text-base">
        <LevelSign level={sheet.level as WarnLevel} size={20} /> {sheet.levelName} {sheet.type}
        {sheet.presses > 1 && ` ×${sheet.presses}`} · {sheet.status}
      </p>
      <OpenFacts facts={facts} />
      <section aria-label="经过">
        <h2 className="mb-2 text-base leading-6">经过</h2>
        <ol className="open-steps">
          {sheet.steps.map(({ at, after, text }) => (
            <li className="gap-3 border-t border-line py-2 grid" key={at + text}>
              <time className="text-text2" dateTime={at}>
                {fullTime(at, sheet.timeZone)}
              </time>
              <span>{text}</span>
              <span className="open-none text-text3">{after > 0 && `+${duration(after)}`}</span>
            </li>
          ))}
        </ol>
      </section>
      {sheet.servicePhone && (
        <a className="button primary open-call text-base self-start" href={`tel:${sheet.servicePhone}`}>
          <Phone size={18} aria-hidden="true" /> 服务电话 {sheet.servicePhone}
        </a>
      )}
      <p className="open-none text-text3">
        姓名和住址已隐去。链接 {fullTime(expiresAt)} 到期，每次打开都有记录，请勿转发。
      </p>
    </main>
  );
}
