import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { genders } from '#web/data/codeLabels.ts';
import { fullTime } from '#web/data/format.ts';
import { Portrait } from '#web/file/Portrait.tsx';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { pictureProblem, squarePicture } from '#web/form/fields/picture.ts';
import type { FieldOf, FormValues, Opening } from '#web/form/types.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { userApi } from '../contract.ts';
import type { Profile } from './AccountSlot.tsx';
import { uploadPortrait } from './portraitFile.ts';
import { passwordForContact } from './presentPassword.tsx';

const fieldsOf = (profile: Profile): readonly FieldOf<typeof userApi.editUserProfile>[] => [
  { kind: 'phone', field: 'mobile', label: '手机', required: true },
  { kind: 'text', field: 'email', label: '邮箱', maxLength: 100 },
  passwordForContact(profile),
  {
    kind: 'radio',
    field: 'gender',
    label: '性别',
    wide: true,
    options: ([1, 2, 0] as const).map((value) => ({ value, label: genders[value] })),
  },
  {
    kind: 'text',
    field: 'quietFrom',
    label: '静默开始',
    placeholder: '22:00',
    maxLength: 5,
    hint: '如 22:00，不填不静默',
  },
  {
    ...{ kind: 'text', field: 'quietTo', label: '静默结束', placeholder: '07:00', maxLength: 5 },
    hint: '期间不发短信、电话、推送和邮件，结束时补发；L1 和当班时照发',
  },
];

function valuesOf({ version, mobile, email, gender, quietFrom, quietTo }: Profile): FormValues {
  const quiet = { quietFrom: quietFrom ?? undefined, quietTo: quietTo ?? undefined };
  return { version, mobile: mobile ?? '', email: email ?? undefined, gender, ...quiet };
}

/** Data of the viewer's account; some fields can be changed here. */
export function OwnProfile({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const [form, setForm] = useState<Opening>();
  const fields = useMemo(() => fieldsOf(profile), [profile]);
  const edit = () => setForm({ values: valuesOf(profile) });
  const fetchLatest = async () => {
    onChanged();
    return valuesOf(await callApi(userApi.getUserProfile, {}));
  };
  const save = (values: FormValues) =>
    callValidated(userApi.editUserProfile, { email: null, quietFrom: null, quietTo: null, ...values });
  const facts: [string, string | null][] = [
    ['手机', profile.mobile],
    ['邮箱', profile.email],
    ['性别', genders[profile.gender as keyof typeof genders]],
    ['部门', profile.departmentName],
    ['角色', profile.roles.map((role) => role.name).join('、') || null],
    ['岗位', profile.post],
    ['工号', profile.jobNumber],
    ['分机', profile.extension],
    ['静默', profile.quietFrom && profile.quietTo && `${profile.quietFrom}–${profile.quietTo}`],
    ['有效期', profile.expiresAt ? `至 ${fullTime(profile.expiresAt).slice(0, 16)}` : '长期有效'],
  ];
  return (
    <section aria-label="资料">
      <div className="flex items-center gap-3">
        <OwnPortrait profile={profile} onChanged={onChanged} />
        <div className="flex flex-col flex-1 min-w-0">
          <strong className="text-xl leading-7">{profile.name}</strong>
          <span className="text-text3">{profile.account}</span>
        </div>
        <Button onClick={edit}>编辑资料</Button>
      </div>
      <DescriptionList className="gap-y-2 gap-x-4 mt-4" facts={facts} columns={2} term={52} />
      <p className="person-note text-xs text-text3 mt-2">姓名、部门、角色由管理员维护。</p>
      <DialogForm
        open={form}
        onClosed={() => setForm(undefined)}
        title="编辑资料"
        size="small"
        fields={fields}
        schema={userApi.editUserProfile.input}
        submit={save}
        failText={texts.editFailed}
        doneText="资料已保存"
        onDone={onChanged}
        fetchLatest={fetchLatest}
        draft="profile"
      />
    </section>
  );
}

function OwnPortrait({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    const store = async () => {
      const problem = await pictureProblem(file);
      if (problem) throw new Error(problem);
      await uploadPortrait(await squarePicture(file));
      return true;
    };
    const done = await withToast(store, { done: '头像已更换', failed: '头像没有更换' });
    setBusy(false);
    if (done) onChanged();
  };
  return (
    <button
      type="button"
      className="person-portrait rounded-sm overflow-hidden relative"
      aria-label="更换头像"
      title="更换头像（jpg/png/webp，不超过5MB）"
      disabled={busy}
      onClick={() => input.current?.click()}
    >
      <Portrait name={profile.name} fileId={profile.avatar} size={56} />
      <span className="absolute text-xs leading-4.5">{busy ? '上传中' : '更换'}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </button>
  );
}
