import type { ReactNode } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Resource } from '#shared/resource.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import { ImportButton } from './ImportButton.tsx';
import { canCall } from './rowActions.ts';
import type { ResourceEndpoints } from './types.ts';

interface Props<L extends Endpoint, A extends Endpoint, E extends Endpoint> {
  resource: Resource;
  endpoints: ResourceEndpoints<L, A, E>;
  /** Text of the add button. */
  label: string;
  onAdd: () => void;
  onChanged: () => void;
  /** Returns the list's current input, for the export. */
  input: () => Record<string, unknown>;
  /** Elements before the buttons. */
  extra: ReactNode;
}

/** Returns the screen's own elements, 导入, 导出 and 新增 as far as permitted; undefined if there are none. */
export function toolbarOf<L extends Endpoint, A extends Endpoint, E extends Endpoint>(props: Props<L, A, E>) {
  const { resource, endpoints, label, onAdd, onChanged, input, extra } = props;
  const { import: upload, export: exported, template, add } = endpoints;
  if (!extra && ![upload, exported, add].some(canCall)) return undefined;
  return (
    <>
      {extra}
      {upload && template && canCall(upload) && (
        <ImportButton rowLabel={resource.title} {...{ upload, template, onChanged }} />
      )}
      {exported && canCall(exported) && <ExportButton endpoint={exported} input={input} />}
      {canCall(add) && <AddButton label={label} onAdd={onAdd} />}
    </>
  );
}
