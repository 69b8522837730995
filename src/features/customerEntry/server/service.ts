export { abilityProblems, customerProblems, newCustomerProblems } from './customerRules.ts';
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
export { type Identity, identity } from './identityRules.ts';
export { type CustomerInput, changedOf, columnsFor, newHealthRows } from './write.ts';
