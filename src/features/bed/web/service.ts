/** Pages' API of the bed feature for other features. */
export { useFirstBedDepartment } from './useBeds.ts';
