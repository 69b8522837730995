import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fieldApi } from '#shared/field.ts';
import { missing } from './format.ts';
import { box } from './message.tsx';
import { attempt } from './outcome.ts';
import { CallError, call } from './request.ts';
import { can } from './session.ts';
import './masked.css';

/** A value in clear goes back behind its mask after this many ms. */
const shownFor = 30_000;

interface Props {
  /** What stands there masked; null is drawn as 「—」. */
  text: string | null;
  object: string;
  id: string;
  field: string;
  /** Of the field, for whoever cannot see the sign: 手机号. */
  label: string;
}

type Look = (reason: string) => Promise<{ value: string | null }>;

/** Where the parameters want a reason, asks for it and looks again; undefined when the person thinks better of it. */
async function lookAgain(error: unknown, label: string, look: Look): Promise<{ value: string | null } | undefined> {
  const { errors } = ((error instanceof CallError && error.data) || {}) as { errors?: { field: string }[] };
  if (!errors?.some(({ field }) => field === 'reason')) throw error;
  const reason = await box.prompt(`查看完整的${label}会连同原因记入命令日志。`, {
    title: '为什么查看？',
    label: '原因',
    required: true,
    maxLength: 200,
    ok: '查看',
  });
  return reason === null ? undefined : look(reason.trim());
}

/** A masked value; a click shows it in clear for half a minute, and the look is entered in the command log. */
export function Masked({ text, object, id, field, label }: Props) {
  const [clear, setClear] = useState<string>();
  useEffect(() => {
    if (clear === undefined) return;
    const timer = setTimeout(() => setClear(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [clear]);
  if (text === null) return <>{missing}</>;
  if (!can('pii:reveal')) return <span className="masked">{text}</span>;
  if (clear !== undefined) return <span className="masked clear">{clear}</span>;
  const look = (reason?: string) => call(fieldApi.revealField, { object, id, field, ...(reason && { reason }) });
  const reveal = async () => {
    const shown = await attempt(() => look().catch((error) => lookAgain(error, label, look)), {
      done: null,
      failed: '没有取到',
    });
    if (shown) setClear(shown.value ?? missing);
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
