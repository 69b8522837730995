/** The first chosen word and the count of the others; all of them as tooltip. */
export function SelectedLabels({ labels }: { labels: readonly string[] }) {
  const [first, ...others] = labels;
  return (
    <span className="inline slim gap-4" title={labels.join('、')}>
      <span className="clip">{first}</span> {others.length > 0 && <span className="rigid">+{others.length}</span>}
    </span>
  );
}
