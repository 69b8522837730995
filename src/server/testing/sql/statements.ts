import type { Node, SourceFile } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression, isTaggedTemplateExpression } from 'typescript/unstable/ast/is';
import { API, type Project, type Type } from 'typescript/unstable/sync';
import { Follower, Unknown } from './follow.ts';

/** TypeScript kind of a row's value; `any` fits everything. */
export type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object' | 'any' | 'never';

/** A statement in the sources. */
export interface Statement {
  /** `server/feature/stale.ts:43` */
  location: string;
  text: string;
  /** Columns and kinds the code expects of a row; null if it reads none. */
  row: ReadonlyMap<string, Kind[]> | null;
  /** Whether the method that runs it is for changes; undefined: for both. */
  writes?: boolean | undefined;
}

/** A statement that cannot be followed, with the undetermined part. */
export interface Lost {
  location: string;
  part: string;
}

/** Methods of `Queries` that run `sql`, and whether it must be a change. */
const runners = new Map([
  ['rows', false],
  ['row', false],
  ['returning', true],
  ['affected', true],
]);

const starts = /^\s*(select|insert|update|delete|with)\b/i;

/**
 * Returns kinds by the flags of a type: string, number, boolean and their literals; bigints are strings on the wire.
 */
function kindOf(type: Type, project: Project): Kind[] {
  if (type.isUnionType()) return type.getTypes().flatMap((member) => kindOf(member, project));
  const { flags } = type;
  if (flags & 3) return ['any'];
  if (flags & 12) return [];
  if (flags & 262_144) return ['never'];
  if (flags & 12_583_968) return ['string'];
  if (flags & 67_648) return ['number'];
  if (flags & 8448) return ['boolean'];
  return [project.checker.isArrayLikeType(type) ? 'list' : 'object'];
}

function rowOf(type: Type | undefined, project: Project): Statement['row'] {
  // With `any` or a type parameter the code reads no column by name.
  if (!type || type.flags & 3 || type.isTypeParameter()) return null;
  // 16777216: an optional property.
  const fields = project.checker.getPropertiesOfType(type).filter(({ flags }) => !(flags & 16_777_216));
  return new Map(
    fields.map((field) => {
      const fieldType = project.checker.getTypeOfSymbol(field);
      return [field.name, fieldType ? kindOf(fieldType, project) : ['any' as const]];
    }),
  );
}

class Finder {
  readonly statements: Statement[] = [];
  readonly lost: Lost[] = [];
  private readonly project: Project;
  private readonly followers: Follower[];
  private readonly fullStatements = new Set<Node>();

  constructor(project: Project) {
    this.project = project;
    this.followers = [new Follower(project, 'first'), new Follower(project, 'last')];
  }

  /** Collects statements that are executed in the file. */
  executed(file: SourceFile): void {
    each(file, (node) => {
      if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return;
      const [argument] = node.arguments;
      const { expression: on, name } = node.expression;
      if (name.text === 'query' && argument) this.plain(node, argument);
      if (name.text === 'execute') this.run(node, on, name.text);
      if (runners.has(name.text) && argument) this.run(node, argument, name.text);
    });
  }

  private run(node: Node, statement: Node, name: string): void {
    const writes = runners.get(name);
    if (isTaggedTemplateExpression(statement))
      this.add(node, statement, this.typeOf(statement.typeArguments?.[0]), writes);
    else if (this.isFragment(statement)) this.add(node, statement, undefined, writes);
  }

  /** Collects full statements that are passed on, e.g. to a cursor. */
  written(file: SourceFile): void {
    each(file, (node) => {
      if (!isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return;
      if (this.fullStatements.has(node) || this.followers.some(({ seen }) => seen.has(node))) return;
      if (starts.test(node.template.getText().slice(1))) this.add(node, node, this.typeOf(node.typeArguments?.[0]));
    });
  }

  private plain(node: Node & { typeArguments?: readonly Node[] }, argument: Node): void {
    try {
      const text = (this.followers[0] as Follower).constant(argument);
      if (starts.test(text))
        this.statements.push({
          location: place(node),
          text,
          row: rowOf(this.typeOf(node.typeArguments?.[0]), this.project),
        });
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
    }
  }

  private isFragment(node: Node): boolean {
    return isTaggedTemplateExpression(node) || (this.followers[0] as Follower).isFragment(node);
  }

  private typeOf(node: Node | undefined): Type | undefined {
    return node && this.project.checker.getTypeFromTypeNode(node as never);
  }

  private add(node: Node, statement: Node, type: Type | undefined, writes?: boolean): void {
    this.fullStatements.add(statement);
    const row = rowOf(type, this.project);
    const texts = new Set<string>();
    let part: string | undefined;
    for (const follower of this.followers) {
      try {
        texts.add(follower.statement(statement));
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        part = error.message.replace(/\s+/g, ' ');
      }
    }
    if (texts.size === 0) this.lost.push({ location: place(node), part: part ?? '' });
    for (const text of texts) this.statements.push({ location: place(node), text, row, writes });
  }
}

function each(node: Node, see: (node: Node) => void): void {
  see(node);
  node.forEachChild((child) => each(child, see));
}

function place(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${file.fileName.replace(/^.*\/src\//, '')}:${line}`;
}

/**
 * Returns every full statement of the server's files, in file order.
 * @param folder folder of tsconfig.json
 */
export function findStatements(
  folder: string,
  ours: (path: string) => boolean,
): { statements: Statement[]; lost: Lost[] } {
  // Only the server: takes a third of the time of a program with the pages.
  const config = `${folder}/tsconfig.server.json`;
  const text = JSON.stringify({ extends: './tsconfig.json', include: ['src/server', 'src/features/*/server'] });
  const fs = {
    fileExists: (path: string) => path === config || undefined,
    readFile: (path: string) => (path === config ? text : undefined),
  };
  const api = new API({ cwd: folder, fs });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`no ${config}`);
    const files = project.program
      .getSourceFileNames()
      .filter((path) => ours(path))
      .flatMap((path) => project.program.getSourceFile(path) ?? [])
      .filter(({ text }) => /sql[`<]|\.query\(|\.query</.test(text));
    const finder = new Finder(project);
    for (const file of files) finder.executed(file);
    for (const file of files) finder.written(file);
    return { statements: finder.statements, lost: finder.lost };
  } finally {
    api.close();
  }
}
