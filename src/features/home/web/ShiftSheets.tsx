import { Check, PenLine } from 'lucide-react';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { listTime } from '#web/data/format.ts';
import type { homeApi } from '../contract.ts';

export type Turn = NonNullable<OutputOf<typeof homeApi.getHomeShift>['turn']>;
type Sheet = Turn['sheets'][number];

/** Returns the link to the handover page: to a sheet by its id, else to the form of a new one. */
function handoverLink(sheetId?: string): string {
  const [key, value] = sheetId === undefined ? ['give', '1'] : ['sheet', sheetId];
  return `#/warn/sos/shift?${new URLSearchParams({ view: 'handover', [key]: value })}`;
}

/** 交班: links to the viewer's open sheet, else to the form. Hidden without `shift:list`. */
export function HandOver({ sheets }: Pick<Turn, 'sheets'>) {
  if (!can('shift:list')) return null;
  const ownSheet = sheets.find(({ kind }) => kind === 'give' || kind === 'given');
  return (
    <a className="button" href={handoverLink(ownSheet?.id)}>
      交班
    </a>
  );
}

function textOf({ kind, name, at }: Sheet): string {
  switch (kind) {
    case 'take':
      return `${name} 的交接单等你签字接班`;
    case 'give':
      return `给 ${name} 的交接单还没签字`;
    case 'given':
      return `你已签字，等 ${name} 签字接班`;
    case 'taken':
      return `上一班 ${name} · ${listTime(at)} 已接班`;
  }
}

/** Handover sheets of this turn; those that wait for the viewer's signature are emphasized. */
export function ShiftSheets({ sheets }: Pick<Turn, 'sheets'>) {
  if (sheets.length === 0) return <p className="mt-2 text-[13px] text-text3">没有交给你的交接单</p>;
  return (
    <ul className="home-sheets mt-2 text-[13px]">
      {sheets.map((sheet) => {
        const waits = sheet.kind === 'take' || sheet.kind === 'give';
        const Sign = waits ? PenLine : Check;
        return (
          <li
            key={sheet.id}
            className={waits ? 'flex items-center gap-1.5 font-bold text-level2-text' : 'flex items-center gap-1.5'}
          >
            <Sign className="flex-none" size={14} aria-hidden="true" />
            <span>{textOf(sheet)}</span>
            {can('shift:list') && (
              <a
                className="ml-auto flex-none"
                href={handoverLink(sheet.id)}
                aria-label={`${textOf(sheet)}，打开交接单`}
              >
                {waits ? '去签字' : '交接单'}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
