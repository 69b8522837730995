import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isAborted, showFailure } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import { texts } from '#web/core/texts.ts';
import { toast } from '#web/message/message.tsx';
import type { Conflict, DialogFormProps, Field, FormProblem, FormValues } from './types.ts';
import { draftName, draftOf, type FormDraft, useDrafts } from './useDraft.ts';
import { cleanValues, conflictOf, firstPerField, serverProblems, validateForm } from './values.ts';

/** Delay of saving a draft after the last change, ms. */
const draftAfter = 800;

type State = {
  open: boolean;
  values: FormValues;
  /** Values at opening; only values that differ are saved as a draft. */
  base: FormValues;
  problems: readonly FormProblem[];
  step: number;
  busy: boolean;
  conflict?: Conflict;
  /** An earlier draft that the form offers. */
  offered?: FormDraft;
  /** When the current draft was saved, ms since 1970. */
  savedAt?: number;
};

const closed: State = { open: false, values: {}, base: {}, problems: [], step: 0, busy: false };

/** Returns the fields that the user changed since opening. */
const ownChanges = (values: FormValues, base: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => key !== 'version' && JSON.stringify(value) !== JSON.stringify(base[key]),
    ),
  );

const differs = (a: FormValues, b: FormValues, fields: readonly Field[]) =>
  JSON.stringify(draftOf(a, fields)) !== JSON.stringify(draftOf(b, fields));

/** Holds the state and behaviour of a dialog form, without its drawing. */
export function useDialogForm<T>(props: DialogFormProps<T>) {
  const [state, setState] = useState(closed);
  const latest = useRef({ props, state });
  latest.current = { props, state };
  const busy = useRef(false);
  const drafts = useDrafts();
  const name = draftName(props.draft, state.base);
  const draft = useMemo(() => drafts(name), [drafts, name]);
  /** The field to focus once it is drawn. */
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

  /** Changes the step and focuses its first field. */
  const setStep = useCallback(
    (step: number) => {
      patch({ step });
      const first = latest.current.props.fields.find((field) => (field.step ?? 0) === step);
      setWanted(first && { field: first.field });
    },
    [patch],
  );

  /** Returns the field that gets the focus at opening. */
  const start = useCallback((values: FormValues) => {
    const { startAt, fields } = latest.current.props;
    return startAt?.(values) ?? fields[0]?.field;
  }, []);

  const open = useCallback(
    (initial: FormValues = {}) => {
      const { derive, draft: draftOptions } = latest.current.props;
      const base = derive?.(initial) ?? initial;
      busy.current = false;
      setState({ ...closed, open: true, values: base, base, offered: drafts(draftName(draftOptions, base))?.read() });
      // A dialog that reopens without closing has no opening animation, so the first field is focused here.
      const field = start(base);
      if (latest.current.state.open && field) setWanted({ field });
    },
    [drafts, start],
  );

  /** Saves a draft; returns whether there were changes. */
  const saveDraft = useCallback((): boolean => {
    const { values, base, open: isOpen } = latest.current.state;
    const { fields } = latest.current.props;
    if (!draft || !isOpen || !differs(values, base, fields)) {
      return false;
    }
    const savedAt = now();
    // With the version that the changes are based on: saving them on a newer version is then a conflict.
    const version = 'version' in base ? { version: base.version } : {};
    const presets = fields.flatMap(({ field, preset }) => (preset ? [[field, values[field]]] : []));
    const own = { ...Object.fromEntries(presets), ...draftOf(ownChanges(values, base), fields) };
    draft.write({ values: { ...own, ...version }, at: savedAt });
    patch({ savedAt });
    return true;
  }, [draft, patch]);

  const close = useCallback(() => {
    if (!busy.current) {
      saveDraft();
      patch({ open: false });
    }
  }, [saveDraft, patch]);

  const follow = useEffectEvent((opening: DialogFormProps['open']) => {
    if (opening) open((opening !== true && opening.values) || props.initial);
    else if (state.open) patch({ open: false });
  });
  useLayoutEffect(() => follow(props.open), [props.open]);

  const change = useCallback((field: string, value: unknown) => {
    setState((old) => {
      const { props: current } = latest.current;
      const changed = { ...old.values, [field]: value };
      const values = current.derive?.(changed) ?? changed;
      // Fields with an error are validated on every keystroke, others on blur.
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
    (problems: readonly FormProblem[]) => {
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
      const problems = firstPerField(serverProblems(data), fields);
      patch({ conflict });
      mark(problems);
      if (conflict) return;
      if (problems.length > 1) toast.error(`${failText}：有 ${problems.length} 项需要修改`);
      else showFailure(error, failText);
    },
    [mark, patch],
  );

  /** Goes to the next step; from the last step, or with `allSteps` from any, validates and saves the form. */
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
      // A ref, because state would update too late for the second of two quick clicks.
      busy.current = true;
      patch({ busy: true, problems: [], conflict: undefined });
      try {
        const values = cleanValues(formState.values, current.fields);
        const result = await current.submit(values);
        draft?.clear();
        // Stays busy until the next opening: a dialog that unmounts with its success saves no draft.
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

  // A dialog that unmounts while the user types (F2 claims a warn) saves a draft.
  useEffect(
    () => () => {
      if (!busy.current && session().token) saveDraft();
    },
    [saveDraft],
  );

  // Reads the draft again once the dialog is open: only then is it known whether a record is added or edited.
  const offer = useRef(() => undefined as FormDraft | undefined);
  offer.current = () => draft?.read();
  useLayoutEffect(() => {
    if (state.open) patch({ offered: name === undefined ? undefined : offer.current() });
  }, [state.open, name, patch]);

  useEffect(() => {
    if (state.open) latest.current.props.onValues?.(values);
  }, [state.open, values]);

  const readLatest = async () => {
    // Blocks saving on the older version meanwhile.
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

  /** Puts the user's changes on top of the newer record. */
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
      // Derived values without any input are not a draft.
      return { ...old, values, base: old.values === old.base ? values : old.base };
    });
  }, []);

  const closedCallback = useCallback(() => {
    setState(closed);
    latest.current.props.onClosed?.();
  }, []);

  useImperativeHandle(props.ref, () => ({ goTo, validate, rederive }));

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
