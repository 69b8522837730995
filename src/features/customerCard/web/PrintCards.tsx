import { useState } from 'react';
import { customerCardApi } from '#features/customerCard/contract.ts';
import { can } from '#web/api/session.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { BedCard, type Card, InfoCard } from './cards.tsx';
import './cards.css';
import { usePhotos } from './usePhotos.ts';

type Kind = 'info' | 'bed';

const kinds: readonly { key: Kind; label: string; paper: string }[] = [
  { key: 'info', label: '老人信息卡', paper: 'A6，四张一页 A4' },
  { key: 'bed', label: '床头卡', paper: 'A5，一张一页' },
];
/** A6 cards per A4 sheet. */
const perSheet = 4;

function sheetsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, sheet) =>
    all.slice(sheet * size, (sheet + 1) * size),
  );
}

function Sheets({ kind, cards, photos }: { kind: Kind; cards: readonly Card[]; photos: ReadonlyMap<string, string> }) {
  if (kind === 'bed')
    return cards.map((card) => (
      <div key={card.id} className="card-sheet bed">
        <BedCard card={card} />
      </div>
    ));
  return sheetsOf(cards, perSheet).map((sheet) => (
    <div key={sheet[0]?.id} className="card-sheet info">
      {sheet.map((card) => (
        <InfoCard key={card.id} card={card} photo={photos.get(card.photoFileId ?? '')} />
      ))}
    </div>
  ));
}

/** Returns a note on the fields left out for lack of a permission. */
function leftOut(kind: Kind): string | undefined {
  const health = !can('archive:list') && !can('customer:health') && (kind === 'info' ? '过敏' : '风险标识');
  const numbers = kind === 'info' && !can('pii:reveal') && '完整的联系电话';
  const missed = [health, numbers].filter(Boolean).join('和');
  return missed ? `你没有查看${missed}的权限，卡片上空着或已隐藏` : undefined;
}

/** Previews the cards above the whole screen; only the cards are printed. */
export function PrintCards({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('info');
  const { data, problem } = useCall(
    customerCardApi.getCustomerCard,
    { ids: [...ids], kind },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const photos = usePhotos(data?.flatMap(({ photoFileId }) => photoFileId ?? []));
  const ready = data !== undefined && photos !== undefined;
  const note = leftOut(kind);
  return (
    <PrintPage
      label="打印卡片"
      className="card-print"
      onClose={onClose}
      bar={
        <>
          <fieldset className="flex items-center flex-wrap gap-3">
            <legend className="sr-only">卡片</legend>
            {kinds.map(({ key, label, paper }) => (
              <label key={key} className="flex items-center gap-1.5">
                <input type="radio" name="card-kind" checked={kind === key} onChange={() => setKind(key)} />
                {label} <small>{paper}</small>
              </label>
            ))}
          </fieldset>
          {note && <span className="text-[13px]">{note}</span>}
          <Button kind="primary" className="ml-auto" data-autofocus disabled={!ready} onClick={() => window.print()}>
            打印 {ids.length} 张
          </Button>
        </>
      }
    >
      {problem && (
        <p className="p-4" role="alert">
          卡片没有取到：{problem}
        </p>
      )}
      {ready && <Sheets kind={kind} cards={data} photos={photos} />}
    </PrintPage>
  );
}
