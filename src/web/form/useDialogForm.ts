import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '#shared/envelope.ts';
import { isAborted, showFailure } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { texts } from '#web/core/texts.ts';
import { toast } from '#web/message/message.tsx';
import type { Conflict, DialogFormProps, Field, FormValues } from './types.ts';
import { draftName, draftOf, type FormDraft, useDrafts } from './useDraft.ts';
import { cleanValues, conflictOf, fieldOf, firstPerField, serverProblems, validateForm } from './values.ts';

/** Typing is kept as a draft this many ms after the last change. */
const draftAfter = 800;

type State = {
  open: boolean;
  values: FormValues;
  /** What it was opened with; anything else is worth a draft. */
  base: FormValues;
  problems: readonly FieldProblem[];
  step: number;
  busy: boolean;
  conflict?: Conflict;
  /** A draft of an earlier time, offered. */
  offered?: FormDraft;
  /** When what stands here was kept, ms since 1970. */
  savedAt?: number;
};

const closed: State = { open: false, values: {}, base: {}, problems: [], step: 0, busy: false };

/** What the person has changed of what it was opened with. */
const ownChanges = (values: FormValues, base: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => key !== 'version' && JSON.stringify(value) !== JSON.stringify(base[key]),
    ),
  );

const differs = (a: FormValues, b: FormValues, fields: readonly Field[]) =>
  JSON.stringify(draftOf(a, fields)) !== JSON.stringify(draftOf(b, fields));

/** Everything a dialog form does, apart from how it looks. */
export function useDialogForm<T>(props: DialogFormProps<T>) {
  const [state, setState] = useState(closed);
  const latest = useRef({ props, state });
  latest.current = { props, state };
  const busy = useRef(false);
  const drafts = useDrafts();
  const name = draftName(props.draft, state.base);
  const draft = useMemo(() => drafts(name), [drafts, name]);
  /** The field that gets the focus once it is drawn. */
  const [wanted, setWanted] = useState<{ field: string }>();

  const patch = useCallback((part: Partial<State>) => setState((old) => ({ ...old, ...part })), []);

  const problemsNow = useCallback((values: FormValues) => {
    const { fields, schema, rules } = latest.current.props;
    return validateForm(values, { fields, schema, rules, now: now() });
  }, []);

  const stepOf = useCallback(
    (name: string) => latest.current.props.fields.find(({ field }) => field === name)?.step ?? 0,
    [],
  );

  const goTo = useCallback(
    (field: string) => {
      patch({ step: stepOf(field) });
      setWanted({ field });
    },
    [patch, stepOf],
  );

  /** Another step, with the focus in its first field. */
  const setStep = useCallback(
    (step: number) => {
      patch({ step });
      const first = latest.current.props.fields.find((field) => (field.step ?? 0) === step);
      setWanted(first && { field: first.field });
    },
    [patch],
  );

  /** The field that the person begins with. */
  const start = useCallback((values: FormValues) => {
    const { startAt, fields } = latest.current.props;
    return startAt?.(values) ?? fields[0]?.field;
  }, []);

  const open = useCallback(
    (initialValues?: FormValues) => {
      const { initial = {}, derive, draft: draftOptions } = latest.current.props;
      const base = derive?.(initialValues ?? initial) ?? initialValues ?? initial;
      busy.current = false;
      setState({ ...closed, open: true, values: base, base, offered: drafts(draftName(draftOptions, base))?.read() });
      // Opened anew for the next one it has not been away, so that nothing else brings the person back to the beginning.
      const field = start(base);
      if (latest.current.state.open && field) setWanted({ field });
    },
    [drafts, start],
  );

  /** Keeps what was typed; true when there was something. */
  const saveDraft = useCallback((): boolean => {
    const { values, base, open: isOpen } = latest.current.state;
    const { fields } = latest.current.props;
    if (!draft || !isOpen || !differs(values, base, fields)) {
      return false;
    }
    const savedAt = now();
    // With the version that they were made on: if it is not the last one any more, saving them says so.
    const version = 'version' in base ? { version: base.version } : {};
    draft.write({ values: { ...draftOf(ownChanges(values, base), fields), ...version }, at: savedAt });
    patch({ savedAt });
    return true;
  }, [draft, patch]);

  const close = useCallback(() => {
    if (!busy.current) {
      saveDraft();
      patch({ open: false });
    }
  }, [saveDraft, patch]);

  const change = useCallback((field: string, value: unknown) => {
    setState((old) => {
      const { props: current } = latest.current;
      const changed = { ...old.values, [field]: value };
      const values = current.derive?.(changed) ?? changed;
      // What is marked is judged again at every key, what is not yet marked is left in peace until it is left.
      const marked = new Set(old.problems.map((problem) => problem.field));
      const problems = validateForm(values, {
        fields: current.fields,
        schema: current.schema,
        rules: current.rules,
        now: now(),
      });
      return { ...old, values, problems: problems.filter((problem) => marked.has(problem.field)) };
    });
  }, []);

  const leave = useCallback((field: string) => {
    setState((old) => {
      const { fields, schema, rules } = latest.current.props;
      const filled = cleanValues(old.values, fields)[field] !== undefined;
      if (!filled || old.problems.some((problem) => problem.field === field)) {
        return old;
      }
      const fieldProblems = validateForm(old.values, { fields, schema, rules, now: now() }).filter(
        (problem) => problem.field === field,
      );
      return fieldProblems.length === 0
        ? old
        : { ...old, problems: firstPerField([...old.problems, ...fieldProblems], fields) };
    });
  }, []);

  const mark = useCallback(
    (problems: readonly FieldProblem[]) => {
      patch({ problems });
      const first = problems[0];
      if (first) {
        goTo(first.field);
      }
    },
    [patch, goTo],
  );

  const validate = useCallback(() => {
    const problems = problemsNow(latest.current.state.values);
    mark(problems);
    return problems;
  }, [mark, problemsNow]);

  const refused = useCallback(
    (error: unknown) => {
      if (isAborted(error)) return;
      const { failText = texts.addFailed, fields } = latest.current.props;
      const data = error instanceof ApiError ? error.data : undefined;
      const conflict = error instanceof ApiError && error.status === 409 ? conflictOf(error.msg, data) : undefined;
      const problems = firstPerField(
        serverProblems(data).map((problem) => ({ ...problem, field: fieldOf(problem.field, fields) })),
        fields,
      );
      patch({ conflict });
      mark(problems);
      if (conflict) return;
      if (problems.length > 1) toast.error(`${failText}：有 ${problems.length} 项需要修改`);
      else showFailure(error, failText);
    },
    [mark, patch],
  );

  /** Goes to the next step; from the last one, or with `whole` from any, the form is judged and saved. */
  const submit = useCallback(
    async (allSteps = false) => {
      const { props: current, state: formState } = latest.current;
      const lastStep = allSteps ? 0 : (current.steps?.length ?? 1) - 1;
      const problems = problemsNow(formState.values);
      const relevant =
        formState.step < lastStep ? problems.filter((problem) => stepOf(problem.field) <= formState.step) : problems;
      if (busy.current) {
        return;
      }
      if (relevant.length > 0) {
        mark(relevant);
        return;
      }
      if (formState.step < lastStep) {
        patch({ problems: [] });
        setStep(formState.step + 1);
        return;
      }
      // A state would be too late for the second of two quick clicks.
      busy.current = true;
      patch({ busy: true, problems: [], conflict: undefined });
      try {
        const values = cleanValues(formState.values, current.fields);
        const result = await current.submit(values);
        draft?.clear();
        // Stays busy until it is opened again: a dialog that vanishes with its success leaves no draft.
        patch({ busy: false, open: false, base: formState.values });
        if (current.doneText) {
          toast.success(current.doneText);
        }
        current.onDone?.(result, values);
      } catch (error) {
        busy.current = false;
        patch({ busy: false });
        refused(error);
      }
    },
    [draft, mark, patch, problemsNow, refused, setStep, stepOf],
  );

  const { values, base } = state;
  useEffect(() => {
    if (draft && differs(values, base, latest.current.props.fields)) {
      const timer = setTimeout(saveDraft, draftAfter);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [draft, saveDraft, values, base]);

  // A dialog that vanishes while one types in it (an alarm is taken by F2) has been closed by nobody.
  useEffect(
    () => () => {
      if (!busy.current && session().token) saveDraft();
    },
    [saveDraft],
  );

  // Read again when it stands open: only then is it settled whether a new thing is written or an old one edited.
  const offer = useRef(() => undefined as FormDraft | undefined);
  offer.current = () => draft?.read();
  useLayoutEffect(() => {
    if (state.open) patch({ offered: name === undefined ? undefined : offer.current() });
  }, [state.open, name, patch]);

  useEffect(() => {
    if (state.open) latest.current.props.onValues?.(values);
  }, [state.open, values]);

  const readLatest = async () => {
    // Nothing is saved on the older one meanwhile.
    busy.current = true;
    patch({ busy: true });
    try {
      return await latest.current.props.fetchLatest?.();
    } catch (error) {
      showFailure(error, texts.failed);
      return undefined;
    } finally {
      busy.current = false;
      patch({ busy: false });
    }
  };

  /** The newer record below the person's own changes. */
  const settle = useCallback(
    (newer: FormValues) => {
      const { values: typed, base: previousBase } = latest.current.state;
      const merged = { ...newer, ...ownChanges(typed, previousBase) };
      const next = latest.current.props.derive?.(merged) ?? merged;
      latest.current.state = { ...latest.current.state, values: next, base: newer };
      patch({ values: next, base: newer, conflict: undefined });
    },
    [patch],
  );

  const rederive = useCallback(() => {
    setState((old) => {
      const values = latest.current.props.derive?.(old.values);
      if (!old.open || !values) return old;
      // What nobody has typed in is no draft afterwards either.
      return { ...old, values, base: old.values === old.base ? values : old.base };
    });
  }, []);

  const closedCallback = useCallback(() => {
    setState(closed);
    latest.current.props.onClosed?.();
  }, []);

  useImperativeHandle(props.ref, () => ({
    ...{ open, close, goTo, validate, rederive },
    values: () => latest.current.state.values,
  }));

  return {
    state,
    wanted,
    change,
    leave,
    start,
    close,
    submit,
    goTo,
    keep: saveDraft,
    closedCallback,
    setStep,
    goOn: async () => {
      const newer = await readLatest();
      const version = state.conflict?.version;
      if (newer) settle(newer);
      else patch({ conflict: undefined, values: 'version' in values ? { ...values, version } : values });
    },
    refresh: async () => {
      if (!props.fetchLatest) return props.onRefresh?.();
      const newer = await readLatest();
      if (!newer) return;
      settle(newer);
      saveDraft();
      open(newer);
    },
    takeDraft: () => patch({ values: { ...values, ...state.offered?.values }, offered: undefined }),
    dropDraft: () => {
      draft?.clear();
      patch({ offered: undefined });
    },
  };
}
