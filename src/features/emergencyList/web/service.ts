/** Parts of the emergencyList pages for other features. */
export { EmergencyButton } from './EmergencyButton.tsx';
export { EmergencyList } from './EmergencyList.tsx';
export { cacheEmergencyList } from './emergencyCopy.ts';
