export {
  type CustomerMatch,
  type DuplicateQuery,
  digitsOf,
  type ImportLookup,
  idHash,
  lookUpCustomers,
  phoneKey,
  reasonOf,
  soundOf,
  toDuplicate,
  visibleIds,
} from './duplicates.ts';
export { healthAfter } from './healthInput.ts';
export { type Identity, identity } from './identityRules.ts';
export { customerProblems, newCustomerProblems } from './personRules.ts';
export { type CustomerInput, columnsFor } from './write.ts';
