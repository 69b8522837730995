/** The first chosen word and the count of the others; all of them as tooltip. */
export function ChosenWords({ words }: { words: readonly string[] }) {
  const [first, ...others] = words;
  return (
    <span className="inline slim gap-4" title={words.join('、')}>
      <span className="clip">{first}</span> {others.length > 0 && <span className="rigid">+{others.length}</span>}
    </span>
  );
}
