import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type SectionKey, sectionTitles } from '#features/archive/contract.ts';
import { archiveSealedMessage } from '#features/customer/contract.ts';
import { LevelWord } from '#features/reading/web/service.ts';
import { valueText } from '#shared/health/valueText.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { levelText } from '#web/data/levelText.ts';
import { Face } from '#web/record/Face.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { bloodText, sectionLink } from './parts.tsx';
import type { ShownArchive } from './sections.tsx';

/** Sections that are named as missing; the others are counted. */
const named = 2;

function Traits({ archive }: { archive: ShownArchive }) {
  const { person, summary, latest } = archive;
  const bmi = latest.find(({ kind }) => kind === 'bmi');
  const parts = [
    `${labelOf('gender', String(person.gender))} ${person.age === null ? '年龄不详' : `${person.age} 岁`}`,
    person.abilityLevel !== null && levelText(person),
    summary.bloodType !== null && bloodText(summary),
    bmi && (
      <span className="inline-flex items-baseline gap-1" title={`体重测于 ${fullTime(bmi.at, person.timeZone)}`}>
        BMI {valueText('bmi', bmi.value)} {bmi.level !== null && <LevelWord level={bmi.level} />}
      </span>
    ),
    person.area,
  ].filter(Boolean);
  return parts.map((part, place) => (
    <span key={String(place)} className="font-normal text-[15px]">
      {part}
    </span>
  ));
}

function Flags({ summary }: { summary: ShownArchive['summary'] }) {
  return (
    <ul className="record-flags flex items-center flex-wrap gap-2 p-0" aria-label="重要提示">
      {summary.redFlags.map((flag) => (
        <li
          key={flag}
          className="record-flag inline-flex items-center gap-1.25 px-2 font-bold leading-6 text-level1-text"
        >
          <TriangleAlert size={14} aria-hidden />
          {flag}
        </li>
      ))}
      {summary.chronic.map((code) => (
        <li key={code} className="inline-flex">
          <Badge filled>{labelOf('chronic', code)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** Bar with the share of sections that are filled, and links to those that are missing. */
function Filled({ archive: { id, completeness, missing } }: { archive: ShownArchive }) {
  const link = (key: SectionKey, text: string) => <a href={sectionLink(id, key)}>{text}</a>;
  const rest = missing.slice(named);
  const [next] = rest;
  return (
    <div className="archive-filled text-xs text-text2">
      <p className="flex justify-between gap-2">
        档案完整度 <b className="text-sm text-text">{completeness}%</b>
      </p>
      <meter
        className="block w-full"
        min={0}
        max={100}
        value={completeness}
        aria-label={`档案完整度 ${completeness}%`}
      />
      {missing.length > 0 && (
        <p className="whitespace-nowrap" title={missing.map((key) => sectionTitles[key]).join('、')}>
          缺{' '}
          {missing.slice(0, named).map((key, place) => (
            <span key={key}>
              {place > 0 && '、'}
              {link(key, sectionTitles[key])}
            </span>
          ))}
          {next && <> {link(next, `等 ${missing.length} 项`)}</>}
        </p>
      )}
    </div>
  );
}

/** Who the archive is about, red flags, what is missing, and the actions (picture 06). */
export function ArchiveHead({ archive, children }: { archive: ShownArchive; children: ReactNode }) {
  return (
    <>
      <header className="record-head archive-head flex items-center flex-none gap-4 border-b border-line">
        <Face {...archive.person} />
        <div className="min-w-0">
          <h1 className="flex items-baseline flex-wrap text-[22px] leading-8">
            {archive.name}
            <Traits archive={archive} />
          </h1>
          <Flags summary={archive.summary} />
        </div>
        <Filled archive={archive} />
        <div className="record-actions flex flex-wrap flex-none gap-2">{children}</div>
      </header>
      {archive.sealed && <Strip>{archiveSealedMessage}</Strip>}
    </>
  );
}
