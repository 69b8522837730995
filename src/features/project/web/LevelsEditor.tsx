import { Select } from 'antd';
import { Plus, X } from 'lucide-react';
import { levelledTypes, levelsFor } from '#features/project/contract.ts';
import { defaultLevel, type WarnLevel, type WarnType } from '#shared/codes.ts';
import { useLabels } from '#web/data/dictionary.ts';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';

export type Levels = Readonly<Partial<Record<WarnType, WarnLevel>>>;

/** Editor with one row per warn type with another level than the product's. */
export default function LevelsEditor({ value, onChange, attributes }: ControlProps) {
  const types = useLabels('warn_type');
  const levelLabels = useLabels('warn_level');
  const levels = (value as Levels | undefined) ?? {};
  const chosenTypes = Object.keys(levels) as WarnType[];
  const remainingTypes = levelledTypes.filter((type) => levels[type] === undefined);
  const optionsOf = (list: readonly WarnType[]) => list.map((type) => ({ value: type, label: types[type] }));
  const levelOptions = (type: WarnType) =>
    levelsFor(type).map((level) => ({
      value: level,
      label: `${level} 级 ${levelLabels[level]}${level === defaultLevel[type] ? '（默认）' : ''}`,
    }));
  const put = (entries: readonly (readonly [WarnType, WarnLevel])[]) => onChange(Object.fromEntries(entries));
  const entries = chosenTypes.map((type) => [type, levels[type] ?? defaultLevel[type]] as const);
  const [next] = remainingTypes;
  return (
    <fieldset
      className="project-ladder min-w-0 px-3 py-2 rounded-md border border-edge"
      id={attributes.id}
      aria-describedby={attributes['aria-describedby']}
      aria-label="告警级别"
    >
      {entries.length === 0 && <p className="text-text2">各类告警都用平台的级别。</p>}
      {entries.map(([type, level], index) => (
        <div key={type} className="project-rung flex items-center flex-wrap gap-2 mb-2">
          <b className="text-center w-5 text-text3">{index + 1}</b>
          <Select
            aria-label={`第 ${index + 1} 类告警`}
            value={type}
            options={optionsOf(levelledTypes.filter((entry) => entry === type || remainingTypes.includes(entry)))}
            onChange={(to: WarnType) =>
              put(entries.map((entry) => (entry[0] === type ? [to, defaultLevel[to]] : entry)))
            }
          />
          按
          <Select
            className="project-level"
            aria-label={`${types[type]}的级别`}
            value={level}
            options={levelOptions(type)}
            onChange={(to: WarnLevel) => put(entries.map((entry) => (entry[0] === type ? [type, to] : entry)))}
          />
          <Button
            kind="icon"
            className="project-drop ml-auto text-text3"
            size={24}
            aria-label={`${types[type]}用平台的级别`}
            onClick={() => put(entries.filter(([entry]) => entry !== type))}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      ))}
      {next && (
        <Button kind="link" onClick={() => put([...entries, [next, defaultLevel[next]]])}>
          <Plus size={14} aria-hidden /> 加一类
        </Button>
      )}
    </fieldset>
  );
}
