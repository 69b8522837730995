import { type BuiltInType, builtInLists } from '#shared/dictionary.ts';
import { ensure, labelsOf, offeredValues } from './dictionary.ts';

type Labels<T extends BuiltInType> = (typeof builtInLists)[T]['values'];

/**
 * Returns labels by value, read at each use, so that an administrator's change appears at the next render. Keys are the
 * enabled values in their order; a disabled value keeps its label.
 */
function live<T extends BuiltInType>(type: T): Labels<T> {
  ensure(type);
  return new Proxy(builtInLists[type].values, {
    get: (_, value) => Reflect.get(labelsOf(type), value),
    ownKeys: () => offeredValues(type),
    getOwnPropertyDescriptor: (_, value) => ({
      configurable: true,
      enumerable: true,
      value: Reflect.get(labelsOf(type), value),
    }),
  }) as Labels<T>;
}

export const warnTypes = live('warn_type');
export const warnLevels = live('warn_level');
export const warnStatuses = live('warn_status');
export const warnResults = live('warn_result');
export const falseReasons = live('false_reason');
export const callResults = live('call_result');
export const dispatchKinds = live('dispatch_kind');
export const dispatchStates = live('dispatch_state');
export const relations = live('relation');
export const livingStates = live('living_state');
export const onlineStates = live('online');
export const genders = live('gender');
export const positionModes = live('position_mode');
