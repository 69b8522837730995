import { ReadingPaper } from '#features/trend/web/service.ts';
import { maskName } from '#shared/mask.ts';
import { can, useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { PaperPages } from '#web/screen/PaperPages.tsx';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { allergyKinds, conditionStates } from '../../contract/codes.ts';
import { bloodText } from '../parts.tsx';
import type { ShownArchive } from '../sections.tsx';
import './paper.css';
import { levelText } from '#web/data/levelText.ts';

const joined = (...texts: (string | null | undefined | false)[]) => texts.filter(Boolean).join(' ');

function Facts({ archive, name }: { archive: ShownArchive; name: string }) {
  const { person, summary } = archive;
  const facts = [
    name,
    labelOf('gender', String(person.gender)),
    person.age === null ? '年龄不详' : `${person.age} 岁`,
    person.abilityLevel !== null && levelText(person),
    summary.bloodType !== null && bloodText(summary),
    person.no,
  ];
  return <p className="text-base font-bold">{facts.filter(Boolean).join(' · ')}</p>;
}

function Lines({
  title,
  texts,
  nothing,
  strong,
}: {
  title: string;
  texts: readonly string[];
  nothing: string;
  strong?: boolean;
}) {
  return (
    <div className="flex gap-3">
      <dt className="flex-none w-16">{title}</dt>
      <dd className="m-0">
        {texts.length === 0
          ? nothing
          : texts.map((text) => (
              <span key={text} className={`block${strong ? ' font-bold' : ''}`}>
                {text}
              </span>
            ))}
      </dd>
    </div>
  );
}

/** What a doctor has to know before the values. */
function Known({ archive }: { archive: ShownArchive }) {
  const { known, summary, none } = archive;
  const nothing = (section: 'allergy' | 'medicine' | 'condition') => (none.includes(section) ? '无' : '没有登记');
  const allergies = known.allergies.map(({ name, kind, reaction, since }) =>
    joined(name, kind && allergyKinds[kind as keyof typeof allergyKinds], reaction, since),
  );
  const medicines = known.medicines.map(({ name, use, daysLeft }) =>
    joined(name, use, daysLeft !== null && `（剩 ${daysLeft} 天）`),
  );
  const conditions = known.conditions.map(({ name, since, hospital, state }) =>
    joined(name, since && `${since} 确诊`, hospital, conditionStates[state as keyof typeof conditionStates]),
  );
  return (
    <dl className="grid gap-1.5 my-3">
      <Lines
        title="警示"
        texts={summary.redFlags.length > 0 ? [summary.redFlags.join('、')] : []}
        nothing="没有"
        strong
      />
      <Lines title="过敏" texts={allergies} nothing={nothing('allergy')} strong />
      <Lines title="用药" texts={medicines} nothing={nothing('medicine')} />
      <Lines title="既往史" texts={conditions} nothing={nothing('condition')} />
    </dl>
  );
}

/** The archive on A4: first look and 30 days of values for a doctor. The name is masked without the permission. */
export default function ArchivePaper({ archive, onClose }: { archive: ShownArchive; onClose: () => void }) {
  const { user } = useSession();
  const unmasked = can('pii:reveal');
  const name = unmasked ? archive.name : maskName(archive.name);
  const at = now();
  return (
    <PrintPage
      label="打印健康档案"
      className="archive-paper text-[13px]"
      onClose={onClose}
      bar={
        <>
          {!unmasked && <span className="text-[13px]">你没有查看完整个人信息的权限，纸上的姓名已隐藏</span>}
          <Button kind="primary" className="ml-auto" data-autofocus onClick={() => window.print()}>
            打印
          </Button>
        </>
      }
    >
      <article className="p-6">
        <PaperPages
          foot={`${name} 的健康档案 · ${user?.name ?? ''} 于 ${fullTime(new Date(at).toISOString())} 打印 · 含个人信息，用后妥善保管`}
        >
          <h1 className="mb-3 text-[22px] text-center">健康档案</h1>
          <Facts archive={archive} name={name} />
          <Known archive={archive} />
          <ReadingPaper customerId={archive.id} latest={archive.latest} zone={archive.person.timeZone} at={at} />
        </PaperPages>
      </article>
    </PrintPage>
  );
}
