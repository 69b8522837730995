import { Callout } from '#web/ui/Callout.tsx';
import { type DraftRule, freeCode, patched } from '../draft/draft.ts';
import { useEditing } from '../editor/editing.ts';
import { AddRow } from '../field/AddRow.tsx';
import { Problems, SelectCell, TextField } from '../field/fields.tsx';
import { Row } from '../field/Row.tsx';
import { RowTools } from '../field/RowTools.tsx';
import { useRows } from '../field/useRows.ts';
import { gradesOf, ruleText } from '../words/whenText.ts';
import { WhenField } from './WhenField.tsx';
import { newWhen } from './whenKinds.ts';

function EffectField({
  rule,
  place,
  onChange,
}: {
  rule: DraftRule;
  place: string;
  onChange: (rule: DraftRule) => void;
}) {
  const { draft } = useEditing();
  const grades = gradesOf(draft).map(({ code, label }) => ({ value: `=${code}`, label: `定为「${label || code}」` }));
  const value = 'set' in rule.effect ? `=${rule.effect.set}` : 'worse';
  return (
    <SelectCell
      {...{ place: `${place}.effect`, label: '结果', value, className: 'min-w-40' }}
      options={[{ value: 'worse', label: '等级差一级' }, ...grades]}
      onChange={(next) => onChange({ ...rule, effect: next === 'worse' ? { worse: 1 } : { set: next.slice(1) } })}
    />
  );
}

/** Returns a rule without a group, or in one. */
function inGroup(rule: DraftRule, group: string): DraftRule {
  const { group: _group, ...rest } = rule;
  return group.trim() === '' ? rest : { ...rest, group: group.trim() };
}

/** 规则: what changes the grade that the points give. */
export function RulesSection() {
  const { draft, change } = useEditing();
  const rules = draft.rules ?? [];
  const rows = useRows('rules', rules, (next, step) =>
    change((former) => patched(former, { rules: next.length === 0 ? undefined : next }), step),
  );
  const newRule = (): DraftRule => ({
    ...{
      code: freeCode(
        rules.map(({ code }) => code),
        'r',
      ),
      when: newWhen('answer', draft),
    },
    ...{ effect: { worse: 1 }, evidence: '' },
  });
  return (
    <section className="flex flex-col gap-3" aria-label="规则">
      <p className="text-[13px] text-text3">
        {draft.grade === null
          ? '这份量表不分级，没有等级可改。'
          : '答完后按规则改初步等级；初步等级保留。同组的规则只算一次，「定为」先于「差一级」。'}
      </p>
      {[...rules.entries()].map(([index, rule]) => {
        const place = `rules[${index}]`;
        const set = (next: DraftRule) => rows.replace(index, next);
        return (
          <Row
            key={index}
            place={place}
            name={`规则 ${index + 1}`}
            className="flex flex-col gap-3 border border-line rounded-md p-3"
            onKeyDown={rows.onKeyDown(index)}
          >
            <div className="flex items-start gap-2">
              <Callout tone="lead" className="flex-1 text-[13px]">
                {ruleText(draft, rule)}
              </Callout>
              <RowTools
                {...{ name: `规则 ${index + 1}`, index, count: rules.length }}
                onMove={rows.move}
                onCopy={() =>
                  rows.insert(index, {
                    ...rule,
                    code: freeCode(
                      rules.map(({ code }) => code),
                      'r',
                    ),
                  })
                }
                onRemove={() => rows.remove(index)}
              />
            </div>
            <WhenField {...{ when: rule.when, place: `${place}.when` }} onChange={(when) => set({ ...rule, when })} />
            <div className="flex items-center flex-wrap gap-2 text-[13px]">
              就
              <EffectField {...{ rule, place }} onChange={set} />
            </div>
            <div className="scale-three grid gap-3">
              <TextField
                {...{ place: `${place}.evidence`, label: '依据', required: true, maxLength: 200, value: rule.evidence }}
                placeholder="写进结果的话，如 A.5.11 昏迷"
                onChange={(evidence) => set({ ...rule, evidence })}
              />
              <TextField
                {...{ place: `${place}.group`, label: '同组', maxLength: 40, value: rule.group ?? '' }}
                placeholder="不填：单独算"
                onChange={(group) => set(inGroup(rule, group))}
              />
              <TextField
                {...{ place: `${place}.code`, label: '编码', maxLength: 40, value: rule.code }}
                onChange={(code) => set({ ...rule, code: code.trim() })}
              />
            </div>
            <Problems places={[place, `${place}.effect`, `${place}.effect.set`, `${place}.effect.worse`]} />
          </Row>
        );
      })}
      <Problems places={['rules']} />
      <div>
        <AddRow {...{ place: 'rules', label: '添加规则' }} onAdd={() => rows.add(newRule())} />
      </div>
    </section>
  );
}
