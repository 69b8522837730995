import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useReducer, useRef } from 'react';
import { isSafeLink, pictureAddress } from '#shared/rule/richText.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { inLink, setLink, tools } from './commands.ts';
import { PictureButton } from './PictureButton.tsx';
import { PictureView } from './PictureView.ts';
import type { RichEditorProps } from './RichEditor.tsx';
import { readHtml, richSchema, writeHtml } from './schema.ts';

const icons: Readonly<Record<string, typeof Bold>> = {
  strong: Bold,
  em: Italic,
  u: Underline,
  s: Strikethrough,
  h2: Heading2,
  h3: Heading3,
  ul: List,
  ol: ListOrdered,
  quote: Quote,
  hr: Minus,
  undo: Undo2,
  redo: Redo2,
};

const { nodes, marks } = richSchema;
const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};
const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-u': toggleMark(marks.u),
    'Shift-Enter': lineBreak,
    // The dialog handles Ctrl Enter.
    'Mod-Enter': () => false,
    Enter: chainCommands(splitListItem(nodes.list_item)),
    'Mod-[': liftListItem(nodes.list_item),
    'Mod-]': sinkListItem(nodes.list_item),
  }),
  keymap(Object.fromEntries(Object.entries(baseKeymap).filter(([key]) => key !== 'Mod-Enter'))),
];

function attributesOf(label: string, attributes: RichEditorProps['attributes']): Record<string, string> {
  const present = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return {
    ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
    ...Object.fromEntries(present.map(([key, value]) => [key, String(value)])),
  };
}

/** The editor itself: its own chunk, loaded when a form with rich text opens. */
export default function EditorPane({ value, onChange, disabled, label, attributes, onPicture }: RichEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ value, onChange, disabled, label, attributes });
  latest.current = { value, onChange, disabled, label, attributes };
  /** Last value written by the editor: any other value comes from outside. */
  const written = useRef(value);
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    if (!host.current) return undefined;
    const created: EditorView = new EditorView(host.current, {
      state: EditorState.create({ doc: readHtml(latest.current.value), plugins }),
      nodeViews: { picture: (node) => new PictureView(node) },
      editable: () => !latest.current.disabled,
      attributes: () => attributesOf(latest.current.label, latest.current.attributes),
      dispatchTransaction(transaction) {
        created.updateState(created.state.apply(transaction));
        if (transaction.docChanged) {
          written.current = writeHtml(created.state.doc);
          latest.current.onChange(written.current);
        }
        redraw();
      },
    });
    view.current = created;
    redraw();
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    if (value === written.current || !view.current) return;
    written.current = value;
    view.current.updateState(EditorState.create({ doc: readHtml(value), plugins }));
  }, [value]);

  // The editor reads its attributes only after an update.
  useEffect(() => {
    view.current?.setProps({ editable: () => !disabled, attributes: () => attributesOf(label, attributes) });
  }, [label, attributes, disabled]);

  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  };

  async function askLink(): Promise<void> {
    const editor = view.current;
    if (!editor) return;
    if (inLink(editor.state)) return run(setLink(null));
    const href = await box.prompt('链接指向的地址', {
      title: '插入链接',
      ok: '插入',
      placeholder: 'https://',
      maxLength: 500,
      validator: (typed) => isSafeLink(typed.trim()) || '请输入以 https://、http://、mailto: 或 tel: 开头的地址',
    });
    if (href !== null) run(setLink(href.trim()));
  }

  const insertPicture = (fileId: string, name: string) =>
    run((current, dispatch) => {
      const picture = nodes.picture.create({ src: pictureAddress(fileId), alt: name.replace(/\.[^.]*$/, '') });
      dispatch?.(current.tr.replaceSelectionWith(picture).scrollIntoView());
      return true;
    });

  const state = view.current?.state;
  return (
    <div
      className="rich-editor flex flex-col bg-container rounded-md border border-edge"
      data-disabled={disabled || undefined}
    >
      <div className="rich-tools flex flex-wrap border-b border-line px-1.5 py-1" role="toolbar" aria-label="文字格式">
        {tools.map((group) => (
          <span key={group[0]?.key} className="inline-flex gap-0.5">
            {group.map(({ key, label: name, run: command, active }) => {
              const Icon = icons[key] ?? Minus;
              return (
                <Button
                  kind="icon"
                  className="aria-expanded:bg-primary-bg aria-expanded:text-primary-text aria-pressed:bg-primary-bg aria-pressed:text-primary-text"
                  size={28}
                  key={key}
                  title={name}
                  aria-label={name}
                  aria-pressed={state ? active(state) : false}
                  disabled={disabled}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => run(command)}
                >
                  <Icon size={16} aria-hidden="true" />
                </Button>
              );
            })}
          </span>
        ))}
        <span className="inline-flex gap-0.5">
          <Button
            kind="icon"
            className="aria-expanded:bg-primary-bg aria-expanded:text-primary-text aria-pressed:bg-primary-bg aria-pressed:text-primary-text"
            size={28}
            title="链接"
            aria-label="链接"
            aria-pressed={state ? inLink(state) : false}
            disabled={disabled}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void askLink()}
          >
            <Link size={16} aria-hidden="true" />
          </Button>
          {onPicture && <PictureButton disabled={disabled} onPicture={onPicture} onSaved={insertPicture} />}
        </span>
      </div>
      <div ref={host} className="rich-body rich-text wrap-anywhere flex flex-1 overflow-y-auto" />
    </div>
  );
}
