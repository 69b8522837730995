/** Functions of dispatch for other features. */
export { dispatchesUnderWay, moveDispatch } from './dispatch.ts';
export { linkRefusal } from './dispatchLink.ts';
export { helpNear } from './nearby.ts';
