import { gradeLabel } from '#shared/scale/grades.ts';
import { archiveLink } from './facts/archiveLink.ts';
import { FactField } from './facts/FactField.tsx';
import { splitFacts } from './facts/scoringFacts.ts';
import { answerCount, type ItemGroup, mostPoints, openItems, pointsOf } from './items.ts';
import { ScoreBoxes } from './ScoreBoxes.tsx';
import type { Form } from './useForm.ts';

/** Running points and parts, the facts that may change the grade, and what the archive says beside them. */
export function ScoreSide({ form }: { form: Form }) {
  const { scoring } = splitFacts(form.scale);
  return (
    <aside className="assess-side overflow-y-auto" data-scroll="score" aria-label="计分与依据">
      <Running form={form} />
      {form.groups.length > 1 && (
        <ul className="assess-sums">
          {form.groups.map((group) => (
            <PartSum key={group.code} form={form} group={group} />
          ))}
        </ul>
      )}
      {scoring.length > 0 && (
        <section className="mt-4" aria-label="等级变更的依据">
          <h2 className="flex items-baseline gap-2 text-sm">
            等级变更的依据 <small>提交时冻结</small>
          </h2>
          {scoring.map((fact) => (
            <FactField key={fact.key} form={form} fact={fact} />
          ))}
        </section>
      )}
      <FromArchive form={form} />
    </aside>
  );
}

/** Points that stand, of how many answers, and the grade when nothing is missing. */
function Running({ form }: { form: Form }) {
  const { scale, groups, answers, missing, score, open, prorate } = form;
  const items = groups.flatMap((group) => group.items);
  const all = answerCount(items);
  const answered = all - answerCount(open);
  const sums = scale.total.of === 'sum';
  return (
    <section aria-label="得分">
      <p className="flex items-baseline gap-1.5">
        {sums ? (
          <>
            <b className="text-[32px] leading-10">{score?.total ?? pointsOf(items, answers)}</b>
            <span className="text-[13px] text-text2">分{missing > 0 && ' 已答'}</span>
            <span className="ml-auto text-[13px] text-text2">
              <b className="text-base text-text">{answered}</b> / {all} 项
            </span>
          </>
        ) : (
          <>
            <b className="text-[32px] leading-10">{answered}</b>
            <span className="text-[13px] text-text2">/ {all} 项已答</span>
          </>
        )}
      </p>
      <ScoreBoxes form={form} />
      {score?.complete ? (
        <Grade form={form} />
      ) : (
        <p className="text-[13px] font-bold text-level2-text">
          {missing > 0
            ? `还缺 ${missing} 项，${scale.grade === null ? '答完才能提交' : '答完才给等级'}`
            : '现在算不出结果'}
        </p>
      )}
      {scale.prorate &&
        (prorate || (open.length > 0 && answerCount(open) <= scale.prorate.missing && answered > 0)) && (
          <label className="flex items-start gap-2 mt-2 text-[13px]">
            <input
              type="checkbox"
              className="mt-0.5"
              checked={prorate}
              disabled={!form.edits}
              onChange={({ target }) => form.setProrate(target.checked)}
            />
            按已答的比例折算，最多允许缺 {scale.prorate.missing} 项
          </label>
        )}
    </section>
  );
}

/** Preliminary and final grade with the rules that hold. */
function Grade({ form: { scale, score } }: { form: Form }) {
  if (!score || scale.grade === null) return <p className="text-[13px] text-text2">已答完。这份量表只给总分。</p>;
  if (score.manual)
    return (
      <p className="text-[13px] font-bold text-level2-text">需人工判定：这组结果不在分级表里，由审核人给出等级。</p>
    );
  const preliminary = gradeLabel(scale, score.preliminary, score.bandSet);
  const final = gradeLabel(scale, score.final, score.bandSet);
  return (
    <div role="status">
      <p className="text-base">
        <b>{final}</b>
        {preliminary !== final && <span className="text-[13px] text-text2"> 初步 {preliminary}</span>}
      </p>
      {score.rules.length > 0 && (
        <ul className="text-[13px]" aria-label="等级变更">
          {score.rules.map(({ code, evidence, counted }) => (
            <li key={code} className={counted ? undefined : 'text-text3'}>
              {evidence}
              {counted ? '' : '（不再叠加）'}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PartSum({ form, group }: { form: Form; group: ItemGroup }) {
  const { answers, assessment } = form;
  const { items, code } = group;
  const most = mostPoints(items);
  const points = pointsOf(items, answers);
  const missing = answerCount(openItems([group], answers));
  const before = assessment.before?.parts[code];
  return (
    <li>
      <p className="flex items-baseline gap-2 text-[13px]">
        <span className="truncate">{group.label}</span>
        <span className="ml-auto whitespace-nowrap">
          <b className="text-base">{points}</b> <small className="text-text3">/ {most}</small>
        </span>
      </p>
      <p className="flex items-center gap-3 text-xs text-text3">
        <meter
          className={missing > 0 ? 'assess-bar part' : 'assess-bar'}
          min={0}
          max={Math.max(1, most)}
          value={points}
          aria-label={`${group.label} ${points} 分，满分 ${most}`}
        />
        {missing > 0 ? (
          <b className="text-level2-text whitespace-nowrap">缺 {missing}</b>
        ) : (
          <span className="whitespace-nowrap">{before === undefined ? '' : `上次 ${before}`}</span>
        )}
      </p>
    </li>
  );
}

/** Contact and medicines, as the archive has them. */
function FromArchive({ form: { assessment } }: { form: Form }) {
  const { contacts, medicines } = assessment.person;
  const [contact] = contacts;
  return (
    <section className="assess-archive text-[13px]" aria-label="档案">
      <p className="flex gap-2">
        联系人
        <span className="ml-auto">
          {contact ? (
            <>
              <b>{contact.name}</b> {contact.relation}
            </>
          ) : (
            <span className="text-text3">没有登记</span>
          )}
        </span>
      </p>
      <p className="flex gap-2">
        <span className="min-w-0">
          <span className="whitespace-nowrap">用药 {medicines.length} 种</span>{' '}
          <span className="text-text2">{medicines.map(({ name }) => name).join('、')}</span>
        </span>
        <a className="ml-auto whitespace-nowrap" href={archiveLink(assessment.customerId, 'medicine')}>
          核对
        </a>
      </p>
    </section>
  );
}
