import { Select } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import type { ControlProps } from '#web/form/types.ts';
import { useRemoteOptions } from '#web/form/useRemoteOptions.ts';

/**
 * Search result; `numbers`: numbers that a scanner may type; `reason`: why it cannot be chosen, also part of its label.
 */
export interface Choice {
  value: string;
  label: string;
  numbers?: readonly (string | null)[];
  /** Part for a device's name: a customer's name, or a device's kind. */
  called?: string;
  reason?: string | undefined;
}

/** Number of a SIM card, which search results do not show. */
const iccid = /^8986\w{15,16}$/;

/**
 * Returns the result that a scanned number means. A single result without an exact match counts only for a SIM card: of
 * another number, half may be lost.
 */
function choiceOf(number: string, choices: readonly Choice[]): Choice | undefined {
  const exact = choices.find(({ numbers = [] }) => numbers.includes(number));
  return exact ?? (choices.length === 1 && iccid.test(number) ? choices[0] : undefined);
}

type Props = ControlProps & {
  /** A stable function. */
  find: (keyword: string, signal: AbortSignal) => Promise<Choice[]>;
  /** Hint on what to type. */
  say: string;
  /** Text when nothing is found. Default 没有找到. */
  nothing?: string;
  /** Choices before anything is typed; the selected one gets its text from them. */
  known?: readonly Choice[];
  /** Called with the choice before `onChange`. */
  onPick?: (choice: Choice | undefined) => void;
};

/** Handles a scanner that types a number and Enter before the search has answered. */
function useScan(find: Props['find'], take: (choice: Choice) => void) {
  const [message, setMessage] = useState<string>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const quiet = () => {
    control.current?.abort();
    setMessage(undefined);
  };
  async function scan(number: string): Promise<void> {
    quiet();
    control.current = new AbortController();
    const { signal } = control.current;
    try {
      const choices = await find(number, signal);
      const choice = choiceOf(number, choices);
      if (choice && !choice.reason) take(choice);
      else if (choice ?? choices.length === 0) setMessage(choice?.reason ?? `没有找到「${number}」`);
    } catch (error) {
      if (!signal.aborted) setMessage(problemText(error));
    }
  }
  return { said: message, scan, quiet };
}

/**
 * Select with options searched on the server. Results of an outdated keyword are not offered, because Enter would
 * choose a wrong one.
 */
export function SearchSelect(props: Props) {
  const { find, say, nothing = '没有找到', known = [], onPick, value, onChange, disabled, attributes } = props;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [selected, setSelected] = useState<Choice>();
  const { options, of } = useRemoteOptions(typed, find);
  const keyword = typed.trim();
  const settled = keyword === '' || of === keyword;
  function choose(choice: Choice | undefined): void {
    quiet();
    setSelected(choice);
    setTyped('');
    setOpen(false);
    onPick?.(choice);
    onChange(choice?.value);
  }
  const { said: message, scan, quiet } = useScan(find, choose);

  function onInputKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || settled) return;
    event.preventDefault();
    event.stopPropagation();
    void scan(keyword);
  }
  const held = selected?.value === value && known.every((choice) => choice.value !== value) ? selected : undefined;
  const offered = held ? [held, ...known] : known;
  const shown = keyword === '' ? offered : settled ? options : [];
  return (
    <>
      <Select<string, Choice>
        {...attributes}
        disabled={disabled}
        allowClear
        showSearch={{
          filterOption: false,
          searchValue: typed,
          onSearch: (text) => {
            quiet();
            setTyped(text);
          },
        }}
        open={open}
        onOpenChange={setOpen}
        value={typeof value === 'string' ? value : null}
        options={shown.map((choice) => ({ ...choice, disabled: choice.reason !== undefined }))}
        loading={!settled}
        placeholder={say}
        notFoundContent={keyword === '' ? `输入${say}` : settled ? nothing : '正在查找…'}
        onInputKeyDown={onInputKeyDown}
        onChange={(id: string | undefined) => choose([...options, ...offered].find((choice) => choice.value === id))}
      />
      {message && (
        <p className="text-xs text-level1-text" role="alert">
          {message}
        </p>
      )}
    </>
  );
}
