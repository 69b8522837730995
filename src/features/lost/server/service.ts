/** Functions of lost people for other features. */
export { isOpen, lostCaseOf, requireLost, type StoredLost } from './access.ts';
export { aboutOf, wordsOf } from './get.ts';
export { placesOf } from './places.ts';
