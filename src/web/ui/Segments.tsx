interface Props<K extends string> {
  label: string;
  segments: readonly { key: K; label: string }[];
  value: K;
  onChange: (key: K) => void;
}

/** Segmented control: a few views of one content, one of them selected (picture 07b). */
export function Segments<K extends string>({ label, segments, value, onChange }: Props<K>) {
  return (
    <fieldset className="choice segmented flex rounded-md border border-border" aria-label={label}>
      {segments.map(({ key, label: text }) => (
        <button
          className="text-[13px] whitespace-nowrap"
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
