import type { ReactNode } from 'react';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import type { TableViews } from './views/useTableViews.ts';
import { ViewBar } from './views/ViewBar.tsx';

interface Parts {
  /** The screen's own tabs. */
  views?: ReactNode;
  /** 新增, 导出. */
  actions?: ReactNode;
}

interface Props extends Parts {
  rowLabel: string;
  /** A small list inside a page; it has no saved views. */
  bare?: boolean;
  saved: TableViews;
  rows: { count: number; at?: number };
}

/** Returns whether a list has a title row; without its own tabs and actions it begins with its filters. */
export function hasTitleRow({ views, actions }: Parts): boolean {
  return Boolean(views || actions);
}

/** Tabs and saved views left, actions such as 新增 right. */
export function TitleRow({ rowLabel, views, actions, bare, saved, rows: { count, at } }: Props) {
  if (!hasTitleRow({ views, actions })) return null;
  const rows = at === undefined ? undefined : { count, at };
  return (
    <Toolbar className="table-bar between">
      {bare ? (views ?? <span />) : <ViewBar rowLabel={rowLabel} ownTabs={views} views={saved} rows={rows} />}
      <div className="flex gap-8">{actions}</div>
    </Toolbar>
  );
}
