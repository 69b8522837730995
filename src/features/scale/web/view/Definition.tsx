import type { ReactNode } from 'react';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import type { Draft, DraftItem } from '../draft/draft.ts';
import { sumRange } from '../draft/sums.ts';
import { factKindTexts } from '../words/factKinds.ts';
import { ruleText, whenText } from '../words/whenText.ts';

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2" aria-label={title}>
      <h3 className="title-line">
        <b>{title}</b>
        {note && <span className="text-xs text-text3">{note}</span>}
      </h3>
      {children}
    </section>
  );
}

function ItemRow({ item }: { item: DraftItem }) {
  return (
    <tr>
      <th scope="row" className="text-text3">
        {item.code}
      </th>
      <td>
        {item.label ? <b>{item.label}</b> : <span className="text-level2-text">没有文字</span>}
        {item.notes && <span className="text-xs text-text3"> 可写依据</span>}
        {item.oneOf !== undefined && <span className="text-xs text-text3"> 同组只答一条</span>}
      </td>
      <td>
        {item.options.map(({ code, label, points }) => (
          <span key={code} className="inline-flex items-baseline gap-1 mr-4">
            <b>{points}</b>
            {label}
          </span>
        ))}
      </td>
    </tr>
  );
}

function Items({ draft }: { draft: Draft }) {
  const used = new Set(draft.parts?.flatMap(({ items }) => items));
  const groups = [
    ...(draft.parts ?? []).map(({ label, items }) => ({
      label,
      items: draft.items.filter(({ code }) => items.includes(code)),
    })),
    { label: draft.parts ? '不属于部分' : '', items: draft.items.filter(({ code }) => !used.has(code)) },
  ].filter(({ items }) => items.length > 0);
  const rangeOf = (items: readonly DraftItem[]) => {
    const { from, to } = sumRange(draft.items, new Set(items.map(({ code }) => code)));
    return `${from}–${to}`;
  };
  return (
    <Part title="条目" note={`${draft.items.length} 条，选项最好的在前`}>
      <table className="sheet">
        <thead>
          <tr>
            <th scope="col">编码</th>
            <th scope="col">条目</th>
            <th scope="col">选项与分值</th>
          </tr>
        </thead>
        {groups.map(({ label, items }) => (
          <tbody key={label}>
            {label && (
              <tr>
                <th scope="colgroup" colSpan={3} className="bg-s2">
                  {label}（{items.length} 条，{rangeOf(items)} 分）
                </th>
              </tr>
            )}
            {items.map((item) => (
              <ItemRow key={item.code} item={item} />
            ))}
          </tbody>
        ))}
      </table>
    </Part>
  );
}

function Grades({ draft }: { draft: Draft }) {
  const { grade, bandSets = [], levels = [], parts = [] } = draft;
  if (grade === null) return <Part title="分级">{<p className="text-[13px] text-text3">不分级，只有总分。</p>}</Part>;
  const nameOf = (code: string) => parts.find((part) => part.code === code)?.label ?? code;
  const setName = (code: string) => {
    const set = bandSets.find((each) => each.code === code);
    return set && 'label' in set ? set.label : code;
  };
  return (
    <Part title="分级" note={grade.by === 'bands' ? '按总分' : '按各部分的等级，从上往下第一行成立的'}>
      <ul className="scale-list flex flex-col gap-1 text-[13px]">
        {bandSets.map((set) => (
          <li key={set.code}>
            {'bands' in set ? (
              <>
                {set.label}
                {(set.default || bandSets.length === 1) && '（默认）'}：
                {set.bands.map(({ label, from, to }) => `${from === to ? from : `${from}–${to}`} ${label}`).join('，')}
              </>
            ) : (
              <>
                按「{draft.facts?.find(({ key }) => key === set.by.fact)?.label ?? set.by.fact}」选用：
                {Object.entries(set.by.sets)
                  .map(([option, code]) => `${option} 用 ${setName(code)}`)
                  .join('，')}
              </>
            )}
          </li>
        ))}
        {levels.map((level) => (
          <li key={level.part}>
            {nameOf(level.part)}：
            {level.by === 'bands'
              ? level.bands
                  .map(({ level: n, from, to }) => `${from === to ? from : `${from}–${to}`} 分 ${n} 级`)
                  .join('，')
              : '按最差的条目'}
          </li>
        ))}
        {grade.by === 'matrix' &&
          [...grade.rows.entries()].map(([index, row]) => (
            <li key={index}>
              <b>{grade.grades.find(({ code }) => code === row.grade)?.label ?? row.grade}</b>：
              {whenText(draft, row.when)}
            </li>
          ))}
        {grade.by === 'matrix' && <li>都不成立：需人工判定</li>}
      </ul>
    </Part>
  );
}

/** A version of a scale to read. */
export function Definition({ draft }: { draft: Draft }) {
  const { code, licence, validMonths, assessors, prorate, facts, rules } = draft;
  return (
    <div className="flex flex-col gap-5">
      <DescriptionList
        className="text-[13px]"
        facts={[
          ['编码', code],
          ['授权说明', licence],
          ['有效期', validMonths === null ? '不设' : `${validMonths} 个月`],
          ['评估人', `${assessors ?? 1} 人签名`],
          ['漏答', prorate ? `最多 ${prorate.missing} 条可折算` : '不可漏答'],
        ]}
      />
      <Items draft={draft} />
      {facts && (
        <Part title="事实">
          <ul className="scale-list flex flex-col gap-1 text-[13px]">
            {facts.map(({ key, label, kind, options }) => (
              <li key={key}>
                {label} <span className="text-text3">{factKindTexts[kind]}</span>
                {options && `：${options.map((option) => option.label || option.code).join('、')}`}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Grades draft={draft} />
      {rules && (
        <Part title="规则" note="改初步等级；同组的只算一次">
          <ul className="scale-list flex flex-col gap-1 text-[13px]">
            {rules.map((rule) => (
              <li key={rule.code}>
                {ruleText(draft, rule)} <span className="text-text3">{rule.evidence}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
