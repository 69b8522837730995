import { Button, Modal } from 'antd';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { Endpoint, OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { fullTime } from '#web/data/format.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { Drawn } from './Drawn.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FieldRow } from './FieldRow.tsx';
import { inputFromForm, schemaForForm } from './formInput.ts';
import { draftText } from './useDraft.ts';
import './form.css';
import { Steps } from './Steps.tsx';
import type { DialogFormProps, EndpointFormProps, FormValues } from './types.ts';
import { useDialogForm } from './useDialogForm.ts';
import { useSubmitKey } from './useSubmitKey.ts';
import { isRequired } from './values.ts';

/** px; look.md 3. */
const widths = { small: 480, medium: 640, large: 800 } as const;

const clock = (at: number) => fullTime(new Date(at).toISOString()).slice(11, 16);

function rowOf(form: HTMLElement | null, field: string): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
}

/**
 * Selectors of the control to focus, in order of preference: invalid one, text input, selected choice, line or choice,
 * add button.
 */
const controls = [
  ':is(input, textarea)[aria-invalid="true"]',
  '[contenteditable="true"]',
  'input[type=radio]:checked:enabled',
  ':is(input:not([type=file]), textarea):not(:disabled)',
  'button:not(:disabled, [aria-label^="移除"], [aria-label^="删除"]), [tabindex]',
];

function controlOf(row: HTMLElement | null | undefined): HTMLElement | null | undefined {
  for (const kind of controls) {
    const control = row?.querySelector<HTMLElement>(kind);
    if (control) return control;
  }
  return undefined;
}

/**
 * Returns whether Enter in the input may submit: only a line of text, because dates, choices and ticks use Enter
 * themselves.
 */
const isLine = (input: HTMLInputElement): boolean =>
  !['checkbox', 'radio', 'file', 'search'].includes(input.type) && !input.matches('[role=combobox], .ant-picker *');

function withCall<E extends Endpoint>({
  endpoint,
  inputOf,
  ...props
}: EndpointFormProps<E, string>): DialogFormProps<OutputOf<E>> {
  const toInput = (values: FormValues) => inputFromForm(endpoint, inputOf?.(values) ?? values, props.fields);
  const schema = schemaForForm(endpoint, props.fields, inputOf !== undefined);
  return { ...props, schema, submit: async (values) => callApi(endpoint, toInput(values)) };
}

/** The dialog form itself; screens use `DialogForm`, which loads it. */
export default function DialogFormContent<E extends Endpoint, T>(
  input: EndpointFormProps<E, string> | DialogFormProps<T>,
) {
  const props = (input.submit ? input : withCall(input)) as DialogFormProps;
  const { title, fields, steps = [], schema, size = 'medium', submitText = '保存' } = props;
  const form = useDialogForm(props);
  const { state, wanted, goTo } = form;
  const id = useId();
  const body = useRef<HTMLFormElement>(null);
  const start = form.start(state.values);
  const attach = useSubmitKey(body, () => form.submit(true));
  /** Focuses the first field, unless the user has already focused another one or a button below. */
  function onOpened(): void {
    const isChosen =
      body.current?.contains(document.activeElement) || document.activeElement?.closest('.form-footer') != null;
    if (start && !isChosen) goTo(start);
  }

  const lastStep = state.step >= steps.length - 1;

  const opener = useRef<Element>(null);
  // The dialog's own focus trap restores the focus only if the form had it before.
  useLayoutEffect(() => {
    if (state.open) opener.current = document.activeElement;
  }, [state.open]);

  /** Returns the focus to the opener, unless the focus is elsewhere by now. */
  function onClosed(): void {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest('.dialog-form');
    if (isHere && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    opener.current = null;
    form.closedCallback();
  }

  // Returns the focus too if the form unmounts before it is closed, unless another element has it by then.
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );

  /** Focuses the first field during the opening animation, so that early typing goes into it. */
  function onDrawn(): void {
    if (start) controlOf(rowOf(body.current, start))?.focus({ preventScroll: true });
  }

  useEffect(() => {
    const row = wanted && rowOf(body.current, wanted.field);
    row?.scrollIntoView({ block: 'nearest' });
    controlOf(row)?.focus();
  }, [wanted]);

  const focused = useRef<{ element: HTMLElement; row: HTMLElement | null }>(undefined);
  // If the focused element disappears, its field gets the focus, else the save button: the focus never gets lost. At once,
  // before the dialog's focus trap takes it to the dialog itself.
  useLayoutEffect(() => {
    const lost = focused.current;
    if (!lost || lost.element.isConnected) return;
    focused.current = undefined;
    if (!document.activeElement?.contains(body.current)) return;
    const next = lost.row?.isConnected ? controlOf(lost.row) : undefined;
    (next ?? document.querySelector<HTMLElement>(`button[form="${CSS.escape(id)}"]`))?.focus();
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    // A nested dialog is drawn elsewhere, but its events bubble here.
    event.stopPropagation();
    void form.submit();
  }

  /** Leaves Enter to the browser, which submits, only in a line of text and not while an IME composes. */
  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    const isFormInput = target instanceof HTMLInputElement && body.current?.contains(target);
    if (event.key === 'Enter' && isFormInput && !isLine(target)) event.preventDefault();
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>): void {
    const row = body.current?.contains(target) ? target.closest<HTMLElement>('[data-field]') : null;
    if (row?.dataset.field && !row.contains(relatedTarget)) {
      form.leave(row.dataset.field);
    }
  }

  const shown = fields.filter(
    (field) =>
      (field.step ?? 0) === (steps.length > 0 ? state.step : (field.step ?? 0)) &&
      (field.shown?.(state.values) ?? true),
  );
  const wrongIn = (step: number) =>
    state.problems.filter(({ field }) =>
      fields.some((candidate) => candidate.field === field && (candidate.step ?? 0) === step),
    ).length;

  return (
    <Modal
      open={state.open}
      title={
        <>
          {title}
          {state.savedAt !== undefined && (
            <span className="form-kept font-normal text-xs text-text3 ml-3">草稿 {clock(state.savedAt)} 已存</span>
          )}
        </>
      }
      width={widths[size]}
      className="dialog-form"
      mask={{ closable: props.closeOnMask ?? false }}
      keyboard={!state.busy}
      closable={!state.busy}
      destroyOnHidden
      onCancel={form.close}
      afterClose={onClosed}
      afterOpenChange={(open) => open && onOpened()}
      footer={
        <div className="form-footer flex items-center gap-2">
          <span className="form-keys key-hint gap-y-1 gap-x-4 flex items-center flex-wrap text-left text-xs text-text3">
            <span>
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> {submitText}
            </span>
            {!lastStep && (
              <span>
                <kbd>Enter</kbd> 下一步
              </span>
            )}
            <span>
              <kbd>Esc</kbd> 关闭{props.draft && '（已填内容存为草稿）'}
            </span>
          </span>
          <Button onClick={form.close} disabled={state.busy}>
            取消
          </Button>
          {props.draft && props.draftButton !== false && (
            <Button onClick={form.keep} disabled={state.busy}>
              存草稿
            </Button>
          )}
          {steps.length > 0 && state.step > 0 && (
            <Button onClick={() => form.setStep(state.step - 1)} disabled={state.busy}>
              上一步
            </Button>
          )}
          {!lastStep && (
            <Button onClick={() => void form.submit(true)} disabled={state.busy}>
              {submitText}
            </Button>
          )}
          <Button type="primary" htmlType="submit" form={id} loading={state.busy}>
            {lastStep ? submitText : '下一步'}
          </Button>
        </div>
      }
    >
      <form
        id={id}
        ref={attach}
        aria-label={title}
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onFocus={({ target }) => {
          focused.current = { element: target, row: target.closest<HTMLElement>('[data-field]') };
        }}
      >
        <Drawn onDrawn={onDrawn} />
        {steps.length > 0 && (
          <Steps
            steps={steps}
            current={state.step}
            problems={steps.map((_title, step) => wrongIn(step))}
            onGo={form.setStep}
          />
        )}
        <div className="form-body px-6 py-4 overflow-y-auto">
          {state.offered && (
            <Callout tone="lead" className="form-draft flex items-center gap-2.5 mb-4 px-3.5 py-2.5" role="status">
              {draftText(title, state.base, state.offered, now())}
              <Button size="small" onClick={form.takeDraft}>
                接着填
              </Button>
              <Button size="small" type="link" onClick={form.dropDraft}>
                丢弃
              </Button>
            </Callout>
          )}
          {state.conflict && (
            <ConflictNotice
              conflict={state.conflict}
              fields={fields}
              values={state.values}
              onGoOn={() => void form.goOn()}
              onRefresh={props.fetchLatest || props.onRefresh ? () => void form.refresh() : undefined}
            />
          )}
          <ErrorSummary problems={state.problems} fields={fields} onGo={goTo} />
          {props.children}
          <div className="form-fields gap-y-1 gap-x-6 grid">
            {shown.map((field) => {
              const problem = state.problems.find((candidate) => candidate.field === field.field);
              return (
                <FieldRow
                  key={field.field}
                  id={`${id}${field.field}`}
                  field={field}
                  value={state.values[field.field]}
                  required={isRequired(field, schema)}
                  msg={problem?.msg}
                  cells={problem?.cells}
                  locked={field.locked?.(state.values)}
                  onChange={form.change}
                />
              );
            })}
          </div>
        </div>
      </form>
    </Modal>
  );
}
