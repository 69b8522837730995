/** Scrolls a row horizontally so that an element is as close to its centre as possible; nothing else moves. */
export function scrollToCentre(row: Element | null, part: Element | undefined): void {
  if (!row || !part) return;
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  row.scrollBy({ left: middle(part) - middle(row) });
}
