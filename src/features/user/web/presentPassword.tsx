import './presentPassword.css';
import type { Field, FormValues } from '#web/form/types.ts';

interface PasswordRequest {
  hint: string;
  /** Condition for showing the field; a hidden field is neither required nor sent. */
  shown?: (values: FormValues) => boolean;
}

/** Returns the form field for the current password; never saved in a draft. */
export function presentPassword({ hint, shown }: PasswordRequest): Field<'password'> {
  return {
    kind: 'custom',
    field: 'password',
    label: '登录密码',
    wide: true,
    required: true,
    secret: true,
    hint,
    shown,
    control: ({ value, onChange, attributes }) => (
      <input
        {...attributes}
        type="password"
        className="present-password bg-container w-full h-8 rounded-md border border-edge"
        autoComplete="current-password"
        maxLength={128}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    ),
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s/g, '') : '');

/**
 * Returns the field for edits that change phone or mailbox of the viewer's own account; `previous`: the stored
 * contacts.
 */
export function passwordForContact(
  previous: { mobile: string | null; email: string | null } | undefined,
): Field<'password'> {
  return presentPassword({
    hint: '改手机或邮箱要输入登录密码，确认是你本人。',
    shown: ({ mobile, email }) =>
      previous !== undefined && (text(mobile) !== text(previous.mobile) || text(email) !== text(previous.email)),
  });
}
