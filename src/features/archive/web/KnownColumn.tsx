import type { ReactNode } from 'react';
import type { SectionKey } from '#features/archive/contract.ts';
import { allergyKinds, conditionStates, severities } from '../contract/codes.ts';
import { lifestyleFacts } from './Lifestyle.tsx';
import { DaysLeft, sectionLink } from './parts.tsx';
import type { ShownArchive } from './sections.tsx';

interface PartProps {
  archive: ShownArchive;
  section: SectionKey;
  title: string;
  note?: string | undefined;
  /** Without rows: 无 where that was said, else that nothing is entered. */
  isEmpty: boolean;
  children: ReactNode;
}

function Part({ archive: { id, none }, section, title, note, isEmpty, children }: PartProps) {
  return (
    <div>
      <h2 className="mb-2 text-[13px] leading-5">
        <a className="text-text" href={sectionLink(id, section)}>
          {title}
        </a>{' '}
        {note && <small className="font-normal text-xs text-text2">{note}</small>}
      </h2>
      {isEmpty ? <p className="text-[13px] text-text2">{none.includes(section) ? '无' : '没有登记'}</p> : children}
    </div>
  );
}

interface LineProps {
  title: string;
  text: string;
  end?: ReactNode;
}

function Line({ title, text, end }: LineProps) {
  return (
    <li className="flex items-center justify-between gap-2 py-1.5 border-b border-line">
      <span className="min-w-0">
        <b className="block text-[13px] leading-5 wrap-anywhere">{title}</b>
        {text && <span className="block text-xs text-text2 wrap-anywhere">{text}</span>}
      </span>
      {end && <span className="flex-none text-xs text-text2">{end}</span>}
    </li>
  );
}

const joined = (...texts: (string | null | undefined | false)[]) => texts.filter(Boolean).join(' · ');

/** Allergies in red: the substance, then kind, reaction and since when. */
function Allergies({ rows }: { rows: ShownArchive['known']['allergies'] }) {
  return (
    <ul className="archive-allergies px-3 py-2">
      {rows.map(({ id, name, kind, reaction, severity, since }) => (
        <li key={id} className="py-0.5">
          <b className="block text-[13px] leading-5 text-level1-text wrap-anywhere">{name}</b>
          <span className="block text-xs text-text2">
            {joined(
              kind && allergyKinds[kind as keyof typeof allergyKinds],
              reaction,
              severity && `程度${severities[severity as keyof typeof severities]}`,
              since,
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Medicines in use with days left, allergies, conditions and ways of living. */
export function KnownColumn({ archive }: { archive: ShownArchive }) {
  const { conditions, allergies, medicines } = archive.known;
  const facts = lifestyleFacts(archive.summary);
  return (
    <aside
      className="archive-known flex flex-col gap-5 p-4 border-l border-line"
      aria-label="用药、过敏、病史与生活方式"
    >
      <Part
        {...{ archive, section: 'medicine', title: '用药', isEmpty: medicines.length === 0 }}
        note={medicines.length > 0 ? `${medicines.length} 种在用` : undefined}
      >
        <ul className="p-0">
          {medicines.map(({ id, name, use, daysLeft }) => (
            <Line key={id} title={name} text={use ?? ''} end={<DaysLeft days={daysLeft} />} />
          ))}
        </ul>
      </Part>
      <Part {...{ archive, section: 'allergy', title: '过敏', isEmpty: allergies.length === 0 }}>
        <Allergies rows={allergies} />
      </Part>
      <Part {...{ archive, section: 'condition', title: '既往史', isEmpty: conditions.length === 0 }}>
        <ul className="p-0">
          {conditions.map(({ id, name, since, hospital, state }) => (
            <Line
              key={id}
              title={name}
              text={joined(since && `${since} 确诊`, hospital)}
              end={conditionStates[state as keyof typeof conditionStates]}
            />
          ))}
        </ul>
      </Part>
      <Part {...{ archive, section: 'lifestyle', title: '生活方式', isEmpty: facts.length === 0 }}>
        <dl className="grid gap-y-1.5 text-[13px]">
          {facts.map(([title, text]) => (
            <div key={title} className="flex gap-3">
              <dt className="w-14 flex-none text-text2">{title}</dt>
              <dd className="m-0 min-w-0 wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </aside>
  );
}
