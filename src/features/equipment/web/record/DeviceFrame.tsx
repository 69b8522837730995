import type { ReactNode } from 'react';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { KindIcon } from '../list/KindIcon.tsx';
import './record.css';

/** Figure of a device's current state; 「—」 where it is missing. */
export function Figure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-text2">{label}</dt>
      <dd className="text-base font-bold">{children}</dd>
      <dd className="text-xs text-text3">{note}</dd>
    </div>
  );
}

interface HeadProps {
  kind: string;
  name: string;
  /** States beside the name. */
  signs: Readonly<Record<string, ReactNode>>;
  /** Facts below the name. */
  facts: Readonly<Record<string, ReactNode>>;
  /** Buttons. */
  children: ReactNode;
}

/** Head of a device's page: icon, name, states, facts and buttons (picture 07b). */
export function DeviceHead({ kind, name, signs, facts, children }: HeadProps) {
  return (
    <header className="device-head flex items-center flex-none gap-4 border-b border-line">
      <span className="device-face inline-flex items-center justify-center flex-none" aria-hidden="true">
        <KindIcon kind={kind} size={22} />
      </span>
      <div className="min-w-0">
        <h1 className="flex items-center flex-wrap gap-3 text-lg">
          {name}
          {Object.entries(signs).map(([key, sign]) => (
            <span key={key} className="font-normal text-sm">
              {sign}
            </span>
          ))}
        </h1>
        <p className="flex items-center flex-wrap gap-3 text-[13px] text-text2">
          {Object.entries(facts).map(([key, fact]) => fact && <span key={key}>{fact}</span>)}
        </p>
      </div>
      <div className="flex flex-wrap flex-none gap-2">{children}</div>
    </header>
  );
}

interface FrameProps {
  /** Title of the tabs. */
  label: string;
  /** Head, figures and notices. */
  head: ReactNode;
  tabs: readonly { key: string; title: string; count?: number | undefined }[];
  current: { key: string; title: string };
  onChange: (key: string) => void;
  /** The content fills the section up to its edges and scrolls by itself. */
  flush?: boolean;
  children: ReactNode;
}

/** Page of a device: head, tabs, and the section of the current tab. */
export function DeviceFrame({ label, head, tabs, current, onChange, flush = false, children }: FrameProps) {
  return (
    <div className="device-page flex flex-col min-h-0 bg-container h-full">
      {head}
      <div className="flex items-center flex-none px-4 border-b border-line device-tabs">
        <ViewTabs
          label={label}
          views={tabs.map(({ key, title, count }) => ({ key, label: title, ...(count !== undefined && { count }) }))}
          value={current.key}
          onChange={onChange}
        />
      </div>
      <section
        className={`device-section overflow-y-auto${flush ? ' flush' : ''}`}
        data-section={current.key}
        aria-label={current.title}
      >
        {children}
      </section>
    </div>
  );
}
