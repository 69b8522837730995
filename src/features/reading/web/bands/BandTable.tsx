import { useState } from 'react';
import { readingApi } from '#features/reading/contract.ts';
import { bandTitle } from '#shared/health/bandWords.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { ownZone, todayIn } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useCall } from '#web/screen/useCall.ts';
import type { Column, RowAction } from '#web/table/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { BandForm, type EditedBand } from './BandForm.tsx';
import { BandScale } from './BandScale.tsx';
import { type BandRow, bandInForce, isOver, ordered, ownerText } from './bandRows.ts';

interface Props {
  /** The customer whose bands are shown before those of illnesses and the house; absent: only the latter. */
  customer?: { id: string; name: string };
  sealed?: boolean;
  onChanged?: () => void;
}

/** Limits of the signs: a person's own, those of illnesses, those of the house. */
export function BandTable({ customer, sealed = false, onChanged }: Props) {
  const { id } = customer ?? {};
  const loaded = useCall(readingApi.getBandList, id === undefined ? {} : { customerId: id });
  const [edited, setEdited] = useState<EditedBand>();
  const today = todayIn(ownZone(), now());
  const rows = loaded.data ?? [];
  const edits = can('archive:edit') && !sealed;
  const isOwn = ({ customerId }: BandRow) => customerId !== null;
  const isFaint = (row: BandRow) => (customer ? !isOwn(row) : false) || isOver(row, today);
  const reload = () => {
    void loaded.reload();
    onChanged?.();
  };
  const remove = async (row: BandRow) => {
    const title = `删除${ownerText(row)}的「${bandTitle(row)}」界限？`;
    const question = '之后按慢病或全院的界限判等级，最新的值马上重判。';
    if (!(await box.confirm(question, { title, ok: '删除界限', danger: true }))) return;
    const sent = () => callApi(readingApi.deleteBand, { ids: [row.id] }).then(() => true);
    if (await withToast(sent, { done: '界限已删除', failed: '界限没有删除' })) reload();
  };
  const columns: readonly Column<BandRow>[] = [
    { key: 'kind', title: '体征', render: bandTitle },
    {
      ...{ key: 'owner', title: '归属' },
      render: (row) => (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          {ownerText(row)}
          {customer && bandInForce(rows, row, today)?.id === row.id && <Badge>生效</Badge>}
        </span>
      ),
    },
    { key: 'bands', title: '界限', render: ({ kind, bands }) => <BandScale kind={kind} bands={bands} /> },
    { key: 'reason', title: '原因' },
    ...(customer
      ? [
          {
            ...{ key: 'until', title: '有效期至' },
            render: (row: BandRow) =>
              isOver(row, today) ? `${row.until} 已到期` : (row.until ?? (isOwn(row) ? '长期' : null)),
          },
        ]
      : []),
  ];
  const actions: readonly RowAction<BandRow>[] = [
    {
      ...{ key: 'edit', label: '修改' },
      shown: (row) => isOwn(row) || !customer,
      onClick: (row) => setEdited({ row }),
    },
    {
      ...{ key: 'own', label: '设本人界限' },
      shown: (row) =>
        !isOwn(row) && customer !== undefined && !rows.some((one) => isOwn(one) && bandTitle(one) === bandTitle(row)),
      onClick: (row) => setEdited({ owner: 'customer', like: row }),
    },
    {
      ...{ key: 'delete', label: '删除', tone: 'danger' },
      shown: (row) => isOwn(row) || (!customer && row.chronic !== null),
      onClick: (row) => void remove(row),
    },
  ];
  return (
    <section aria-label="体征界限">
      <div className="flex flex-wrap items-center justify-between gap-2 mb-2">
        <p className="text-[13px] text-text2">
          {customer
            ? '本人的界限先于慢病的，慢病的先于全院的；有几种慢病时取最重的等级。'
            : '没有本人界限的客户按慢病的判等级，没有慢病的按全院的。'}
        </p>
        {edits && (
          <Button kind="link" onClick={() => setEdited({ owner: customer ? 'customer' : 'chronic' })}>
            {customer ? '新增本人界限' : '新增慢病界限'}
          </Button>
        )}
      </div>
      <SectionPart {...loaded} what="体征界限">
        {(all) => (
          <PanelTable
            className="record-table"
            label="体征界限"
            columns={columns}
            rows={ordered(all)}
            actions={edits ? actions : []}
            faint={isFaint}
          />
        )}
      </SectionPart>
      <BandForm
        customerId={id}
        name={customer?.name}
        edited={edited}
        rows={rows}
        onDone={reload}
        onClosed={() => setEdited(undefined)}
      />
    </section>
  );
}
