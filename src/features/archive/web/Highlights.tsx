import type { WarnLevel } from '#shared/codes.ts';
import { levelWords } from '#shared/health/codeWords.ts';
import { spacedPhone } from '#web/data/format.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import type { ShownArchive } from './sections.tsx';

const words: Readonly<Record<number, string>> = { ...levelWords, 4: '提示' };

/** Who answers for the customer's health, with phone: the responsible, and the doctor of the archive. */
function Staff({ archive: { person, summary } }: { archive: ShownArchive }) {
  const staff = [
    { title: '责任人', name: person.responsibleName, phone: person.responsiblePhone },
    { title: '医生', name: summary.doctor, phone: summary.doctorPhone },
  ].filter(({ name }) => name !== null);
  if (staff.length === 0) return <p className="text-xs text-text3">没有登记责任人和医生</p>;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-text2">
      {staff.map(({ title, name, phone }) => (
        <span key={title}>
          {title} {name}
          {phone !== null && (
            <>
              {' · '}
              {phone.includes('*') ? phone : <a href={`tel:${phone}`}>{spacedPhone(phone)}</a>}
            </>
          )}
        </span>
      ))}
    </p>
  );
}

/** Up to three sentences on the last seven days with their level, and who is responsible. */
export function Highlights({ archive }: { archive: ShownArchive }) {
  const { highlights, latest } = archive;
  return (
    <section className="archive-points flex flex-col gap-1 px-4 py-3" aria-labelledby="archive-points">
      <h2 id="archive-points" className="text-[13px] leading-5">
        要点 <small className="font-normal text-xs text-text2">近 7 天</small>
      </h2>
      {highlights.length === 0 ? (
        <p className="flex-1 text-[13px] text-text2">{latest.length === 0 ? '还没有测过体征' : '没有需要注意的变化'}</p>
      ) : (
        <ul className="flex-1 p-0">
          {highlights.map(({ level, text, url }) => (
            <li key={text} className="flex items-start gap-2 text-[13px] leading-5.5">
              <span className="flex-none mt-1" title={words[level ?? 4]}>
                <LevelSign level={(level ?? 4) as WarnLevel} size={14} />
                <span className="sr-only">{words[level ?? 4]}：</span>
              </span>
              {url ? (
                <a className="text-text" href={`#${url}`}>
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      )}
      <Staff archive={archive} />
    </section>
  );
}
