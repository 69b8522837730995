/** Strips the mark of a required column: 「姓名 *」 and 「姓名（必填）」 become 「姓名」. */
export function headingText(text: string): string {
  return text.replace(/\s*[*＊]|\s*[（(]必填[）)]/g, '').trim();
}
