/** Assessments for other features: areas of figures. */

export { departmentAreas, regionAreas } from './read/areas.ts';
