/** Facts of a page without a login, by title; those without a text are left out. */
export function OpenFacts({ facts }: { facts: readonly (readonly [title: string, text: string | null])[] }) {
  return (
    <dl className="open-guide">
      {facts.map(
        ([title, text]) =>
          text && (
            <div className="border-t border-line py-3 grid" key={title}>
              <dt className="font-bold">{title}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
