import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { labelApi } from '../contract.ts';
import './label.css';

type Label = OutputOf<typeof labelApi.getEquipmentLabel>[number];
type Kind = 'sheet' | 'roll';

const kinds: readonly { key: Kind; label: string; paper: string; perSheet: number }[] = [
  { key: 'sheet', label: 'A4 不干胶', paper: '24 张一页', perSheet: 24 },
  { key: 'roll', label: '标签卷', paper: '60 × 40 mm，一张一页', perSheet: 1 },
];

function sheetsOf(labels: readonly Label[], size: number): Label[][] {
  return Array.from({ length: Math.ceil(labels.length / size) }, (_, sheet) =>
    labels.slice(sheet * size, (sheet + 1) * size),
  );
}

/** Label with a QR code that leads to the instructions for use and the hotline; it reveals nothing about the owner. */
function OneLabel({ label: { sn, link, model, service, hotline } }: { label: Label }) {
  return (
    <article className="device-label">
      <QrCode
        text={link ?? `${location.origin}${location.pathname}#/open?device=${encodeURIComponent(sn)}`}
        label={`设备 ${sn}`}
      />
      <div>
        <b>{sn}</b>
        <span>{model}</span>
        <span>{service}</span>
        <strong>{hotline ?? '＿＿＿＿＿＿'}</strong>
      </div>
    </article>
  );
}

/** Previews the labels as they are printed. */
export default function Labels({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('sheet');
  const query = useQuery({
    queryKey: [labelApi.getEquipmentLabel.path, ids],
    queryFn: ({ signal }) => callApi(labelApi.getEquipmentLabel, { ids: [...ids] }, { signal }),
    gcTime: 0,
  });
  const perSheet = kinds.find(({ key }) => key === kind)?.perSheet ?? 1;
  return (
    <PrintPage
      label="打印设备标签"
      className="label-print"
      onClose={onClose}
      bar={
        <>
          <fieldset className="flex items-center flex-wrap gap-3">
            <legend className="sr-only">纸张</legend>
            {kinds.map(({ key, label, paper }) => (
              <label key={key} className="flex items-center gap-1.5">
                <input type="radio" name="label-kind" checked={kind === key} onChange={() => setKind(key)} />
                {label} <small>{paper}</small>
              </label>
            ))}
          </fieldset>
          <Button
            kind="primary"
            className="ml-auto"
            data-autofocus
            disabled={!query.data}
            onClick={() => window.print()}
          >
            打印 {ids.length} 张
          </Button>
        </>
      }
    >
      {query.error && (
        <p className="p-4" role="alert">
          标签没有取到：{problemText(query.error)}
        </p>
      )}
      {query.isPending && (
        <div className="p-4" aria-busy="true" role="status" aria-label="正在取标签">
          <Skeleton lines={[240, 240, 240, 240]} />
        </div>
      )}
      {sheetsOf(query.data ?? [], perSheet).map((sheet) => (
        <div key={sheet[0]?.id} className={`label-sheet ${kind}`}>
          {sheet.map((label) => (
            <OneLabel key={label.id} label={label} />
          ))}
        </div>
      ))}
    </PrintPage>
  );
}
