import { Checkbox, Input } from 'antd';
import type { OutputOf } from '#shared/endpoint.ts';
import { labelOf } from '#web/data/dictionary.ts';
import type { ControlProps } from '#web/form/types.ts';
import type { commandApi } from '../contract.ts';

export type Callee = OutputOf<typeof commandApi.getCommandChoice>[number]['contacts'][number];

/** Returns the reference of a contact in a command; the server inserts the number. */
export const signOf = ({ id }: Pick<Callee, 'id'>) => `@${id}`;

/**
 * Selects the numbers that a press dials: the customer's contacts in the order of calling, and other numbers, one per
 * line.
 */
export function SosNumbers({
  contacts,
  value,
  onChange,
  disabled,
  attributes,
}: ControlProps & { contacts: readonly Callee[] }) {
  const numbers = Array.isArray(value) ? value.map(String) : [];
  const signs = contacts.map(signOf);
  const others = numbers.filter((number) => !signs.includes(number));
  const change = (ticked: readonly string[], numbers: readonly string[]) =>
    onChange([...signs.filter((sign) => ticked.includes(sign)), ...numbers]);
  return (
    <div className="flex flex-col gap-2">
      <Checkbox.Group
        className="flex flex-col gap-1"
        value={numbers.filter((number) => signs.includes(number))}
        options={contacts.map((number, index) => ({
          value: signOf(number),
          label: `${index + 1}. ${number.name}${number.relation ? `（${labelOf('relation', number.relation)}）` : ''} ${number.phone}`,
        }))}
        disabled={disabled}
        onChange={(ticked) => change(ticked, others)}
      />
      <Input.TextArea
        {...attributes}
        aria-label="其他 SOS 号码"
        value={others.join('\n')}
        rows={2}
        placeholder="其他号码，每行一个"
        disabled={disabled}
        onChange={({ target }) => change(numbers, target.value === '' ? [] : target.value.split('\n'))}
      />
    </div>
  );
}
