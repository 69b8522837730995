/** Prefix of every text about a warn of a drill. */
export const drillMark = '【演练】';
