import { type ReactNode, useState } from 'react';
import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { type AnswerOf, useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';

interface Props<E extends Endpoint> {
  endpoint: E;
  input: InputOf<E>;
  /** Word of the record: 规则. */
  noun: string;
  /** Draws the editor of the record; `onRefresh` reloads it. */
  children: (row: AnswerOf<E>, onSaved: (row?: AnswerOf<E>) => void, onRefresh: () => void) => ReactNode;
}

/** Editor of a stored record; the values first read stay until it is saved or reloaded. */
export function StoredEditor<E extends Endpoint>({ endpoint, input, noun, children }: Props<E>) {
  const { data, problem, reload } = useCall(endpoint, input, { first: true });
  const [opened, setOpened] = useState<AnswerOf<E>>();
  if (!opened && data) setOpened(data);
  const refresh = async () => {
    setOpened(undefined);
    await reload();
  };
  if (opened) return children(opened, setOpened, () => void refresh());
  return problem ? (
    <Strip tone="warn" role="alert">
      {noun}没有取到：{problem}
      <Button kind="link" onClick={() => void reload()}>
        重试
      </Button>
    </Strip>
  ) : null;
}
