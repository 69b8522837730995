export { CustomerPick } from '#features/customerEntry/web/CustomerPick.tsx';
export { ServiceState } from './ServiceState.tsx';
export { StateForm } from './StateForm.tsx';
export { changeLabel, changesOf, type StateChange } from './stateActions.ts';
