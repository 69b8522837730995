import { Checkbox } from 'antd';
import { Segments } from '#web/ui/Segments.tsx';
import { type Draft, patched } from '../draft/draft.ts';
import { sumRange, twoBands } from '../draft/sums.ts';
import { useEditing } from '../editor/editing.ts';
import { Problems } from '../field/fields.tsx';
import { newWhen } from '../rules/whenKinds.ts';
import { BandSets } from './BandSets.tsx';
import { LevelFields } from './LevelFields.tsx';
import { MatrixFields } from './MatrixFields.tsx';

const ways = [
  { key: 'none', label: '不分级' },
  { key: 'bands', label: '按总分' },
  { key: 'matrix', label: '按各部分的等级' },
] as const;
type Way = (typeof ways)[number]['key'];

/** Returns a draft that grades in another way, with a first state of what the way needs. */
function graded(draft: Draft, way: Way): Draft {
  if (way === 'none') return patched(draft, { grade: null, bandSets: undefined, levels: undefined, rules: undefined });
  if (way === 'bands') {
    const bands = twoBands(sumRange(draft.items));
    const bandSets = draft.bandSets ?? [{ code: 'S1', label: '分级', default: true, bands }];
    return patched(draft, { grade: { by: 'bands' }, bandSets, levels: undefined, total: { of: 'sum' } });
  }
  const grades = [
    { code: '0', label: '正常' },
    { code: '1', label: '需关注' },
  ];
  const rows = [{ grade: '1', when: newWhen('level', draft) }];
  return patched(draft, { grade: { by: 'matrix', grades, rows, hole: 'manual' }, bandSets: undefined });
}

/** 计分与分级: total, and the grade by bands of the total or by the levels of the parts. */
export function GradingSection() {
  const { draft, change } = useEditing();
  const { grade, total } = draft;
  const { from, to } = sumRange(draft.items);
  return (
    <section className="flex flex-col gap-4" aria-label="计分与分级">
      <div className="flex items-center flex-wrap gap-3 text-[13px]" data-field="total">
        <Checkbox
          checked={total.of === 'sum'}
          onChange={({ target }) =>
            change((former) => ({ ...former, total: { of: target.checked ? 'sum' : null } }), 'step')
          }
        >
          各条目的分值相加为总分
        </Checkbox>
        {total.of === 'sum' && (
          <span className="text-text3">
            可能的总分 {from}–{to}
          </span>
        )}
      </div>
      <div className="flex items-center flex-wrap gap-3 text-[13px]" data-field="grade">
        怎样分级
        <Segments
          label="怎样分级"
          segments={ways}
          value={grade?.by ?? 'none'}
          onChange={(way) => way !== (grade?.by ?? 'none') && change((former) => graded(former, way), 'step')}
        />
      </div>
      <Problems places={['total', 'total.of', 'grade', 'levels']} />
      {grade?.by === 'bands' && (
        <>
          <p className="text-[13px] text-text3">每个可能的总分恰好落在一个等级里；最好的等级在前。</p>
          <BandSets />
        </>
      )}
      {grade?.by === 'matrix' && (
        <>
          <LevelFields />
          <MatrixFields
            grade={grade}
            onChange={(make, step) =>
              change(
                (former) => (former.grade?.by === 'matrix' ? { ...former, grade: make(former.grade) } : former),
                step,
              )
            }
          />
        </>
      )}
    </section>
  );
}
