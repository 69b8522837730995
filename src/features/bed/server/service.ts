export { bedsOf } from './bed.ts';
export { assignToBed, clearBed, clearSecondBed } from './bedAssignment.ts';
export { bedChooser } from './importBeds.ts';
