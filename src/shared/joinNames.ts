/** Joins the visible names and the number of further ones: 「望湖街道、另有 2 个」. */
export function joinNames(names: readonly string[], others: number): string {
  return [...names, ...(others > 0 ? [`另有 ${others} 个`] : [])].join('、');
}
