import { Checkbox } from 'antd';
import { type Module, modules } from '#shared/modules.ts';
import type { ControlProps } from '#web/form/types.ts';

const all = Object.keys(modules) as Module[];
const options = all.map((value) => ({ value, label: modules[value].label }));

/** Wraps the list: a form treats an empty list as not filled, here it means that no module is on. */
interface Choice {
  on: readonly Module[];
}

/** Checkboxes for 模块 of the contract; all are on by default. */
export function ModulesField({ value, onChange, disabled, attributes }: ControlProps) {
  return (
    <fieldset
      className="project-ladder min-w-0 px-3 py-2 rounded-md border border-edge"
      id={attributes.id}
      aria-label="模块"
      aria-describedby={attributes['aria-describedby']}
    >
      <Checkbox.Group
        className="project-module-choice"
        options={options}
        disabled={disabled}
        value={[...((value as Choice | undefined)?.on ?? all)]}
        onChange={(on) => onChange({ on })}
      />
    </fieldset>
  );
}

/** Returns the form value of a row; null means all. */
export function choiceOf(on: readonly Module[] | null): Choice {
  return { on: on ?? all };
}

/** Returns the value to send: null for all. */
export function modulesOf(value: unknown): readonly Module[] | null {
  const on = (value as Choice | undefined)?.on ?? all;
  return on.length === all.length ? null : on;
}
