// reveal: a masked value, and its reveal.

import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fieldApi } from '#shared/contract/field.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { missing } from '#web/data/format.ts';
import { retryWithReason } from './retryWithReason.ts';
import './masked.css';

/** Time after which an unmasked value is masked again, ms. */
const shownFor = 30_000;

interface Props {
  /** The masked text; null is shown as 「—」. */
  text: string | null;
  object: string;
  id: string;
  field: string;
  /** Name of the field for screen readers: 手机号. */
  label: string;
  /** Reveals through a call of its own, for viewers with its permission but without `pii:reveal`. */
  look?: (reason?: string) => Promise<{ value: string | null }>;
  /** The unmasked value is a phone number that a click dials. */
  dials?: boolean;
}

/** A masked value; a click unmasks it for half a minute, and the reveal is written to the command log. */
export function Masked({ text, object, id, field, label, look: customReveal, dials }: Props) {
  const [unmasked, setUnmasked] = useState<string>();
  useEffect(() => {
    if (unmasked === undefined) return;
    const timer = setTimeout(() => setUnmasked(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [unmasked]);
  if (text === null) return <>{missing}</>;
  if (!customReveal && !can('pii:reveal')) return <span className="masked">{text}</span>;
  if (unmasked !== undefined)
    return dials ? (
      <a className="masked clear text-primary-text" href={`tel:${unmasked}`}>
        {unmasked}
      </a>
    ) : (
      <span className="masked clear text-primary-text">{unmasked}</span>
    );
  const revealValue =
    customReveal ??
    ((reason?: string) => callApi(fieldApi.revealField, { object, id, field, ...(reason && { reason }) }));
  const reveal = async () => {
    const shown = await withToast(() => revealValue().catch((error) => retryWithReason(error, label, revealValue)), {
      done: null,
      failed: '没有取到',
    });
    if (shown) setUnmasked(shown.value ?? missing);
  };
  return (
    <button
      type="button"
      className="masked"
      aria-label={`${label} ${text}，查看完整内容`}
      title="查看完整内容，会记入命令日志"
      onClick={(event) => {
        event.stopPropagation();
        void reveal();
      }}
    >
      {text} <Eye size={12} aria-hidden="true" />
    </button>
  );
}
