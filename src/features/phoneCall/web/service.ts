/** Parts of the phoneCall pages for other features. */
export { CallList } from './CallList.tsx';
export { type CallNumber, type CallTarget, callLength, callTargets, nameOfNumber, wasReached } from './callOrder.ts';
export { EmergencyDialog } from './EmergencyDialog.tsx';
export { PhoneCalls } from './PhoneCalls.tsx';
export { telLink } from './runningCall.ts';
export { usePhoneCall } from './usePhoneCall.ts';
