import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { SearchSelect } from '#web/form/fields/SearchSelect.tsx';
import type { ControlProps } from '#web/form/types.ts';
import {
  type CustomerChoice,
  choiceOf,
  type FoundCustomer,
  findCustomers,
  readCustomer,
  recentCustomers,
  rememberCustomer,
} from './foundCustomers.ts';

interface Props extends ControlProps {
  /** Customer who is left out. */
  not?: string | undefined;
  /** Only customers of this project. */
  projectId?: string | undefined;
  /** Returns why a customer cannot be chosen; a stable function. */
  refuse?: (customer: FoundCustomer) => string | undefined;
  /** Selected customer whose name is known already. */
  selected?: { id: string; name: string } | undefined;
  /** Text when nobody is found. */
  nothing?: string;
  /** Called with the chosen customer before `onChange`. */
  onPick?: (customer: { id: string; name: string } | undefined) => void;
}

const say = '姓名、拼音首字母或号码后四位';

/** Reads a preset customer whose name nobody gave; null if the viewer may not see it. */
function usePreset(id: string | undefined): FoundCustomer | null | undefined {
  const [read, setRead] = useState<{ id: string; customer: FoundCustomer | null }>();
  useEffect(() => {
    if (id === undefined) return;
    const control = new AbortController();
    readCustomer(id, control.signal).then(
      (customer) => setRead({ id, customer: customer ?? null }),
      () => undefined,
    );
    return () => control.abort();
  }, [id]);
  return read?.id === id ? read?.customer : undefined;
}

/**
 * Finds a customer in scope; before anything is typed it offers those chosen last. A preset customer outside the
 * viewer's scope is dropped, with the reason.
 */
export function CustomerField({ not, projectId, refuse, selected, nothing, onPick, ...props }: Props) {
  const { value, onChange } = props;
  const id = typeof value === 'string' ? value : undefined;
  const find = useCallback(
    async (keyword: string, signal: AbortSignal): Promise<CustomerChoice[]> => {
      const found = await findCustomers(keyword, projectId, signal);
      return found.filter((customer) => customer.id !== not).map((customer) => choiceOf(customer, refuse));
    },
    [not, projectId, refuse],
  );
  const [recent, setRecent] = useState(recentCustomers);
  const isKnown = id === undefined || selected?.id === id || recent.some((customer) => customer.id === id);
  const preset = usePreset(isKnown ? undefined : id);
  const [missing, setMissing] = useState(false);
  const drop = useEffectEvent(() => {
    setMissing(true);
    onChange(undefined);
  });
  useEffect(() => {
    if (preset === null) drop();
  }, [preset]);
  const offered = recent.filter(
    (customer) => customer.id !== not && (projectId === undefined || customer.projectId === projectId),
  );
  const read = [...(preset ? [preset] : []), ...offered].map((customer) => choiceOf(customer, refuse));
  const named = selected && read.every((choice) => choice.value !== selected.id);
  return (
    <>
      <SearchSelect
        {...props}
        find={find}
        say={say}
        {...(nothing && { nothing })}
        known={named ? [{ value: selected.id, label: selected.name, called: selected.name }, ...read] : read}
        onPick={(choice: CustomerChoice | undefined) => {
          setMissing(false);
          if (choice?.customer) rememberCustomer(choice.customer);
          setRecent(recentCustomers());
          onPick?.(choice && { id: choice.value, name: choice.called ?? choice.label });
        }}
      />
      {missing && id === undefined && (
        <p className="text-xs text-level1-text" role="alert">
          客户不存在，或不在你的范围，请重新选择
        </p>
      )}
    </>
  );
}
