/** Begins every text about an alarm of a drill. */
export const drillMark = '【演练】';
