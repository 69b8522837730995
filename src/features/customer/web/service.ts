export { ServiceState } from './ServiceState.tsx';
export { StateForm } from './StateForm.tsx';
export { changeLabel, changesOf, type StateChange } from './stateActions.ts';
