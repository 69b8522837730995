import { useMemo, useState } from 'react';
import { consent, consentApi, consentStates } from '#features/consent/contract.ts';
import { consentPurposes } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { columnsOf } from '#web/crud/columns.tsx';
import { PanelTable } from '#web/crud/PanelTable.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import type { SlotProps } from '#web/screen/manifest.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { Column } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConsentForm, WithdrawForm } from './ConsentForms.tsx';

export type Consent = OutputOf<typeof consentApi.getConsentList>;

const scan: Column<Consent> = {
  key: 'file',
  title: '扫描件',
  render: ({ file }) =>
    file &&
    (can('pii:reveal') ? (
      <Button kind="link" onClick={() => downloadFile(file.id)}>
        下载
      </Button>
    ) : (
      '有'
    )),
};
const columns = columnsOf<Consent>(
  consent,
  {
    signedBy: ({ signedBy, relation }) => `${signedBy}（${labelOf('relation', relation)}）`,
    state: ({ state, withdrawnAt, reason }) =>
      withdrawnAt === null ? (
        <span className={state === 'over' ? 'text-level2-text' : undefined}>{consentStates[state]}</span>
      ) : (
        <span className="wrap-anywhere">
          <time title={fullTime(withdrawnAt)}>{fullTime(withdrawnAt).slice(0, 10)}</time> 撤回：{reason}
        </span>
      ),
  },
  ['purpose', 'signedBy', 'signedAt', 'until', scan, 'state'],
);

const purposes = Object.keys(consentPurposes) as Consent['purpose'][];

/** Sorts by purpose; within a purpose newest first. */
const byPurpose = (rows: readonly Consent[]) =>
  purposes.flatMap((purpose) => rows.filter((row) => row.purpose === purpose));

/** Returns the purposes without a valid consent, as text. */
function lacking(rows: readonly Consent[]): string {
  const agreed = new Set(rows.filter(({ state }) => state === 'valid').map(({ purpose }) => purpose));
  return purposes
    .filter((purpose) => !agreed.has(purpose))
    .map((purpose) => consentPurposes[purpose])
    .join('、');
}

/** Shows the customer's consents by purpose: signer, end, and withdrawals with their reason. */
export default function CustomerSection({ record: { id, name, sealed }, changed }: SlotProps<'customerSection'>) {
  const filters = useMemo(() => ({ customerId: id, limit: 100 }), [id]);
  const rows = useCall(consentApi.getConsentList, filters);
  const [adding, setAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Consent>();
  const edits = can('customer:edit') && !sealed;
  const missing = rows.data && lacking(rows.data.rows);
  const withdraw = {
    ...{ key: 'withdraw', label: '撤回…', tone: 'danger' as const },
    shown: ({ withdrawnAt }: Consent) => withdrawnAt === null,
    onClick: setWithdrawn,
  };
  return (
    <section aria-label="知情同意">
      <div className="flex items-center justify-between gap-2 mb-2">
        <h3 className="text-sm">知情同意</h3>
        {edits && (
          <Button kind="link" onClick={() => setAdding(true)}>
            新增知情同意
          </Button>
        )}
      </div>
      <SectionRows {...rows} what="知情同意" nothing="没有登记知情同意">
        {(items) => (
          <PanelTable
            className="record-table"
            label="知情同意"
            columns={columns}
            rows={byPurpose(items)}
            faint={({ state }) => state !== 'valid'}
            actions={edits ? [withdraw] : []}
          />
        )}
      </SectionRows>
      {missing && <p className="text-[13px] text-level2-text mt-2">未取得同意：{missing}</p>}
      {adding && <ConsentForm customer={{ id, name }} onDone={changed} onClosed={() => setAdding(false)} />}
      {withdrawn && <WithdrawForm consent={withdrawn} onDone={changed} onClosed={() => setWithdrawn(undefined)} />}
    </section>
  );
}
