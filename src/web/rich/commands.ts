import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { richSchema } from './schema.ts';

const { nodes, marks } = richSchema;

function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty
    ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, type);
}

function inside(state: EditorState, type: NodeType, attrs: Record<string, unknown> = {}): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type === type && Object.entries(attrs).every(([key, value]) => node.attrs[key] === value)) return true;
  }
  return false;
}

export interface Tool {
  key: string;
  label: string;
  run: Command;
  active: (state: EditorState) => boolean;
}

const mark = (key: string, label: string, type: MarkType): Tool => ({
  key,
  label,
  run: toggleMark(type),
  active: (state) => hasMark(state, type),
});

function heading(key: string, label: string, level: number): Tool {
  const active = (state: EditorState) => inside(state, nodes.heading, { level });
  const run: Command = (state, dispatch) =>
    (active(state) ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }))(state, dispatch);
  return { key, label, run, active };
}

function listTool(key: string, label: string, type: NodeType): Tool {
  const active = (state: EditorState) => inside(state, type);
  const run: Command = (state, dispatch) =>
    (active(state) ? liftListItem(nodes.list_item) : wrapInList(type))(state, dispatch);
  return { key, label, run, active };
}

const quoted = (state: EditorState) => inside(state, nodes.blockquote);
const never = () => false;

/** Buttons above the text, in groups. */
export const tools: readonly (readonly Tool[])[] = [
  [
    mark('strong', '加粗', marks.strong),
    mark('em', '斜体', marks.em),
    mark('u', '下划线', marks.u),
    mark('s', '删除线', marks.s),
  ],
  [heading('h2', '标题', 2), heading('h3', '小标题', 3)],
  [
    listTool('ul', '列表', nodes.bullet_list),
    listTool('ol', '编号列表', nodes.ordered_list),
    {
      key: 'quote',
      label: '引用',
      run: (state, dispatch) => (quoted(state) ? lift : wrapIn(nodes.blockquote))(state, dispatch),
      active: quoted,
    },
    {
      key: 'hr',
      label: '分隔线',
      run: (state, dispatch) => {
        dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView());
        return true;
      },
      active: never,
    },
  ],
  [
    { key: 'undo', label: '撤销', run: undo, active: never },
    { key: 'redo', label: '重做', run: redo, active: never },
  ],
];

/** Returns whether the selection is in a link. */
export function inLink(state: EditorState): boolean {
  return hasMark(state, marks.link);
}

/** Links the selected text, or inserts the URL as text if there is no selection; null removes the link. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    if (href === null) dispatch?.(state.tr.removeMark(from, to, marks.link));
    else if (empty)
      dispatch?.(state.tr.replaceSelectionWith(richSchema.text(href, [marks.link.create({ href })]), false));
    else dispatch?.(state.tr.addMark(from, to, marks.link.create({ href })));
    return true;
  };
}
