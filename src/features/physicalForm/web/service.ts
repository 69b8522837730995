/** Parts of the pages for other features. */
export { OrgField } from './OrgField.tsx';
export { default as PhysicalPage } from './PhysicalPage.tsx';
