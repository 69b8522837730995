import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lostApi, lostResults } from '#features/lost/contract.ts';
import { useOpenWarn } from '#features/warn/web/service.ts';
import { unlocated } from '#shared/codes.ts';
import { errorText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { useTheme } from '#web/core/theme.ts';
import { fullTime } from '#web/data/format.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { ringView } from '#web/map/ringView.ts';
import type { SlotProps } from '#web/screen/manifest.ts';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { CloseLostForm, EditLostForm, type Lost, OpenLostForm } from './LostForms.tsx';
import { LostPaper } from './LostPaper.tsx';
import { mapOf, placeText, reportingText, ringText } from './words.ts';

type Dialog = 'open' | 'edit' | 'close' | 'paper';

/** Time between two readings of an open case, ms. */
const refreshMs = 10_000;
const mapHeight = 260;

/** A lost person on the desk: what people look for, ring and way; of another alarm the button that raises one. */
export default function LostPart({ detail, onChanged }: SlotProps<'warnLost'>) {
  const { id, type, customerId } = detail;
  const open = detail.status === 'pending' || detail.status === 'handling';
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const client = useQueryClient();
  const openWarn = useOpenWarn();
  const queryKey = [lostApi.getLost.path, id];
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(lostApi.getLost, { id }, { signal }),
    enabled: type === 'lost' && can('lost:edit'),
    refetchInterval: open ? refreshMs : false,
    retry: false,
  });
  const changed = () => {
    void client.invalidateQueries({ queryKey });
    onChanged();
  };
  if (!can('lost:edit') || customerId === null) return null;
  const lost = read.data;
  const close = () => setDialog(null);
  return (
    <section className="px-4 py-2.5 border-b border-line" aria-label="走失">
      {type === 'lost' && lost ? (
        <LostFacts lost={lost} onDialog={setDialog} />
      ) : open ? (
        <Button onClick={() => setDialog('open')}>登记走失…</Button>
      ) : null}
      {read.error && type === 'lost' && <p role="alert">{errorText(read.error)}</p>}
      {dialog === 'open' && (
        <OpenLostForm
          subject={{ warnId: id }}
          name={detail.customerName ?? ''}
          onDone={(warnId) => {
            changed();
            if (warnId !== id) openWarn(warnId);
          }}
          onClosed={close}
        />
      )}
      {lost && dialog === 'edit' && <EditLostForm lost={lost} onDone={changed} onClosed={close} />}
      {lost && dialog === 'close' && <CloseLostForm lost={lost} onDone={changed} onClosed={close} />}
      {lost && dialog === 'paper' && <LostPaper lost={lost} onClose={close} />}
    </section>
  );
}

function LostFacts({ lost, onDialog }: { lost: Lost; onDialog: (dialog: Dialog) => void }) {
  const theme = useTheme();
  const now = useNow(refreshMs);
  const map = mapOf(lost, now);
  // The view of the first ring: later ones must not move the map.
  const [view] = useState(() => lost.ring && ringView(lost.ring, mapHeight));
  const { agreement, endedAt, result, timeZone } = lost;
  const facts = [
    ['最后见到', [fullTime(lost.seenAt, timeZone), lost.seenNote].filter(Boolean).join('，')],
    ['衣着', lost.clothes],
    ['体貌', lost.look],
    ['最后定位', agreement === 'valid' ? placeText(lost, now) : unlocated[agreement]],
    ['可能范围', ringText(lost, now)],
    ['上报', endedAt === null ? reportingText(lost.reporting) : null],
    ['结果', result && [lostResults[result], lost.endNote].filter(Boolean).join('，')],
  ] as const;
  return (
    <>
      {map && (
        <div className="mb-2">
          <LazyMap theme={theme} height={mapHeight} selectedId={lost.place ? 'place' : 'seen'} {...view} {...map} />
        </div>
      )}
      <DescriptionList facts={facts.filter(([, value]) => value)} />
      <div className="flex flex-wrap gap-2 mt-2">
        <Button onClick={() => onDialog('paper')}>走失单</Button>
        {endedAt === null && (
          <>
            <Button onClick={() => onDialog('edit')}>编辑</Button>
            <Button onClick={() => onDialog('close')}>结束走失…</Button>
          </>
        )}
      </div>
    </>
  );
}
