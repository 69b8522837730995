/** The first selected label and the number of the others; the tooltip has all. */
export function SelectedLabels({ labels }: { labels: readonly string[] }) {
  const [first, ...others] = labels;
  return (
    <span className="inline slim gap-4" title={labels.join('、')}>
      <span className="clip">{first}</span> {others.length > 0 && <span className="rigid">+{others.length}</span>}
    </span>
  );
}
