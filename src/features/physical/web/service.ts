/** Parts of the pages for other features. */

export { Abnormal, oneDecimal, type PhysicalRow, pressureText, StatusBadge } from './cells.tsx';
export { openPhysical } from './openPhysical.ts';
export { orExisting } from './orExisting.ts';
export { AreaTable, type Rate, RateBar, RateLinks, rateText } from './rate.tsx';
