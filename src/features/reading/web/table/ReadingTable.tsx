import { useMemo, useRef, useState } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { readingFlag } from '#shared/health/readingKinds.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { ownZone } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import type { BulkAction, DataTableHandle, RowAction } from '#web/table/types.ts';
import { type Correction, EntryForm, type EntryPerson } from '../entry/EntryForm.tsx';
import { columnsIn, readingFilters } from './columns.tsx';
import { correctionOf } from './correction.ts';
import type { ReadingRow } from './rowText.ts';
import './readingTable.css';
import { type Voided, VoidForm } from './VoidForm.tsx';

interface Props {
  person: EntryPerson;
  /** A sealed archive takes no change. */
  sealed?: boolean;
  /** Zone of the customer's project. */
  zone?: string;
  onChanged?: () => void;
}

const dayMs = 86_400_000;
/** Shown without a chosen time. */
const usualDays = 30;

const isWithdrawn = ({ flags }: ReadingRow) => (flags & readingFlag.withdrawn) !== 0;

/** Values of a customer behind the charts: 撤回 with a reason, 修改 of what people entered. */
export function ReadingTable({ person, sealed = false, zone = ownZone(), onChanged }: Props) {
  const { id } = person;
  const { query } = useScreen();
  const table = useRef<DataTableHandle<ReadingRow>>(null);
  const [rows, setRows] = useState<readonly ReadingRow[]>([]);
  const [voided, setVoided] = useState<Voided>();
  const [correction, setCorrection] = useState<Correction>();
  const correcting = useMemo(() => correction && { ...person }, [correction, person]);
  const [until] = useState(() => Math.ceil(now() / dayMs) * dayMs + dayMs);
  const params = useMemo(() => {
    const [from, to] = [until - (usualDays + 1) * dayMs, until].map((at) => new Date(at).toISOString());
    return { customerId: id, from, to } as { customerId: string; from: string; to: string };
  }, [id, until]);
  const columns = useMemo(() => columnsIn(zone), [zone]);
  const reload = () => {
    table.current?.reload({ keepPlace: true });
    onChanged?.();
  };
  const clear = useRef<() => void>(undefined);
  const [voids, enters] = [can('reading:void') && !sealed, can('reading:add') && !sealed];
  const rowActions: RowAction<ReadingRow>[] = [
    {
      ...{ key: 'correct', label: '修改' },
      shown: (row) => enters && row.source.kind === 'person' && !isWithdrawn(row),
      onClick: (row) => setCorrection(correctionOf(row, rows)),
    },
    {
      ...{ key: 'void', label: '撤回', tone: 'danger' },
      shown: (row) => voids && !isWithdrawn(row),
      onClick: (row) => setVoided({ rows: [row] }),
    },
    {
      ...{ key: 'voidSpan', label: '撤回一段…', tone: 'danger', behind: true },
      shown: (row) => voids && !isWithdrawn(row),
      onClick: ({ source }) => {
        const input = (table.current?.input() ?? params) as typeof params;
        const to = new Date(Math.min(Date.parse(input.to), now())).toISOString();
        setVoided({ source, from: input.from, to, kinds: [] });
      },
    },
  ];
  const bulkActions: BulkAction<ReadingRow>[] = [
    {
      ...{ key: 'void', label: '撤回', danger: true },
      onClick: (chosen, done) => {
        clear.current = done;
        setVoided({ rows: chosen.filter((row) => !isWithdrawn(row)) });
      },
    },
  ];
  const opening = useMemo(
    () => voided && { ...voided, values: 'from' in voided ? { from: voided.from, to: voided.to } : {} },
    [voided],
  );
  return (
    <div className="reading-table">
      <DataTable
        ref={table}
        name="reading"
        rowLabel="体征记录"
        endpoint={readingApi.getReadingList}
        columns={columns}
        filters={readingFilters}
        params={params}
        numbered={false}
        actionsWidth={120}
        rowActions={voids || enters ? rowActions : []}
        bulkActions={voids ? bulkActions : []}
        rowClass={(row) => (isWithdrawn(row) ? 'text-text3' : undefined)}
        onLoaded={setRows}
        tools={<ExportButton endpoint={readingApi.exportReading} input={() => table.current?.input() ?? params} />}
        notice={
          !query.get('from') && (
            <p className="px-2 py-1 text-xs text-text3">最近 {usualDays} 天。更早的请选测量时间，一次最多一年。</p>
          )
        }
      />
      <EntryForm
        person={correcting}
        correction={correction}
        onDone={reload}
        onClosed={() => setCorrection(undefined)}
      />
      <VoidForm
        customerId={id}
        voided={opening}
        onDone={() => {
          clear.current?.();
          reload();
        }}
        onClosed={() => {
          clear.current = undefined;
          setVoided(undefined);
        }}
      />
    </div>
  );
}
