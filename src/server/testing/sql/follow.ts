import type {
  BindingElement,
  ConditionalExpression,
  Node,
  ParameterDeclaration,
  TaggedTemplateExpression,
  VariableDeclaration,
} from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isTypeOfExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import type { Project, Symbol as TsSymbol, Type } from 'typescript/unstable/sync';

import { snakeCase, unwrap } from './node.ts';

/** What stands in a statement that cannot be known from the sources. */
export class Unknown extends Error {}

/** What the parameters of the functions on the way are. */
type Bound = ReadonlyMap<number, { node: Node; bound: Bound }>;
const nothing: Bound = new Map();

const fragments = new Set(['RawBuilder', 'AliasedRawBuilder', 'Expression']);

const isFunction = (node: Node) => isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node);

/**
 * Writes out statements from the sources: templates with their fragments, through constants and functions, with `$n`
 * for values. Of alternatives it takes the first or the last, as `pick` says.
 */
export class Follower {
  private readonly project: Project;
  private readonly pick: 'first' | 'last';
  private values = 0;
  private depth = 0;
  readonly seen = new Set<Node>();

  constructor(project: Project, pick: 'first' | 'last') {
    this.project = project;
    this.pick = pick;
  }

  /** The text of a statement. Throws `Unknown` where the sources do not tell. */
  statement(node: Node): string {
    this.values = 0;
    this.depth = 0;
    return this.fragment(node, nothing);
  }

  /** Whether the expression is a part of a statement and no value. */
  isFragment(node: Node): boolean {
    const type = this.project.checker.getTypeAtLocation(node);
    return type !== undefined && this.namesOf(type).some((name) => fragments.has(name));
  }

  private namesOf(type: Type): string[] {
    const parts = type.isUnionType() || type.isIntersectionType() ? type.getTypes() : undefined;
    const own = [type.getSymbol()?.name, type.getAliasSymbol()?.name].flatMap((name) => name ?? []);
    return [...own, ...(parts ?? []).flatMap((part) => this.namesOf(part))];
  }

  private value(): string {
    this.values += 1;
    return `$${this.values}`;
  }

  private fragment(given: Node, bound: Bound): string {
    const node = unwrap(given);
    if (this.depth++ > 400) throw new Unknown('too deep');
    if (isTaggedTemplateExpression(node)) return this.template(node, bound);
    if (isConditionalExpression(node)) return this.chosen(node, bound);
    if (isBinaryExpression(node)) return this.either(node.left, node.right, bound);
    if (isCallExpression(node)) return this.called(node, bound);
    if (isIdentifier(node) && node.text === 'undefined') return '';
    const known = this.resolve(node, bound);
    if (known) return this.part(known.node, known.bound);
    throw new Unknown(node.getText().slice(0, 60));
  }

  /** Where a column may be a name or a part of a statement, what it is decides. */
  private chosen({ condition, whenTrue, whenFalse }: ConditionalExpression, bound: Bound): string {
    const asked = isBinaryExpression(condition) ? condition.left : condition;
    if (!isTypeOfExpression(asked)) return this.either(whenTrue, whenFalse, bound);
    const known = this.resolve(asked.expression, bound)?.node ?? asked.expression;
    return this.isFragment(known) ? this.fragment(whenFalse, bound) : this.fragment(whenTrue, bound);
  }

  private either(first: Node, last: Node, bound: Bound): string {
    const [one, other] = this.pick === 'first' ? [first, last] : [last, first];
    return this.isFragment(one) ? this.fragment(one, bound) : this.fragment(other, bound);
  }

  private template(node: TaggedTemplateExpression, bound: Bound): string {
    this.seen.add(node);
    const { template } = node;
    if (isNoSubstitutionTemplateLiteral(template)) return template.text;
    if (!isTemplateExpression(template)) throw new Unknown('template');
    return template.templateSpans.reduce(
      (text, { expression, literal }) => text + this.part(expression, bound) + literal.text,
      template.head.text,
    );
  }

  private part(given: Node, bound: Bound): string {
    const node = unwrap(given);
    if (isTaggedTemplateExpression(node)) return this.fragment(node, bound);
    if (this.isFragment(node)) return this.fragment(node, bound);
    const known = isIdentifier(node) ? this.boundTo(node, bound) : undefined;
    return known && this.isFragment(known.node) ? this.fragment(known.node, known.bound) : this.value();
  }

  private called(node: Node & { expression: Node; arguments: readonly Node[] }, bound: Bound): string {
    const name = node.expression.getText();
    const [first, second] = node.arguments;
    if (/^sql\.(id|table|ref|raw|lit)$/.test(name) && first) return this.named(name, first, bound);
    if (isPropertyAccessExpression(node.expression) && node.expression.name.text === 'as' && first)
      return `${this.fragment(node.expression.expression, bound)} as ${this.named('sql.id', first, bound)}`;
    if (name === 'sql.join' && first) return this.list(first, second ? this.fragment(second, bound) : ', ', bound);
    const symbol = this.symbolOf(node.expression);
    const made = symbol?.valueDeclaration?.resolve(this.project);
    const path = made?.getSourceFile().fileName ?? '';
    if (path.endsWith('/db/values.ts') && /^(and|or)$/.test(name)) return this.joined(name, node.arguments, bound);
    const body = made && this.functionOf(made);
    if (!body) throw new Unknown(`${name}()`);
    return this.fragment(this.returned(body), this.bind(body, node.arguments, bound));
  }

  /** What `and` and `or` of db/values.ts put between the conditions that are given. */
  private joined(name: string, given: readonly Node[], bound: Bound): string {
    const parts = given.filter((one) => !isSpreadElement(one)).map((one) => this.part(one, bound));
    return `(${parts.filter(Boolean).join(` ${name} `) || 'true'})`;
  }

  private named(call: string, argument: Node, bound: Bound): string {
    const text = this.constant(argument, bound);
    if (call === 'sql.raw') return text;
    return text
      .split('.')
      .map((part) => `"${snakeCase(part)}"`)
      .join('.');
  }

  /** A text that the sources tell, or one that its type allows. */
  constant(given: Node, bound: Bound = nothing): string {
    const node = unwrap(given);
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return node.text;
    if (isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, { expression, literal }) => text + this.constant(expression, bound) + literal.text,
        node.head.text,
      );
    const known = this.resolve(node, bound);
    if (known) return this.constant(known.node, known.bound);
    const type = this.project.checker.getTypeAtLocation(node);
    const types = type?.isUnionType() ? type.getTypes() : type ? [type] : [];
    const literal = types.find((one) => one.isStringLiteralType());
    if (literal?.isStringLiteralType()) return literal.value;
    throw new Unknown(node.getText().slice(0, 60));
  }

  private list(given: Node, between: string, bound: Bound): string {
    const node = unwrap(given);
    if (isArrayLiteralExpression(node)) {
      const parts = node.elements.map((one) =>
        isSpreadElement(one) ? this.spread(one.expression, between, bound) : this.part(one, bound),
      );
      return parts.filter(Boolean).join(between);
    }
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const [mapper] = node.arguments;
      if (name.text === 'map' && mapper && isFunction(mapper)) return this.mapped(expression, mapper, between, bound);
      if (name.text === 'filter') return this.list(expression, between, bound);
    }
    if (isConditionalExpression(node)) return this.list(node.whenTrue, between, bound);
    const known = this.resolve(node, bound);
    if (known) return this.list(known.node, between, known.bound);
    if (isCallExpression(node)) {
      const made = this.symbolOf(node.expression)?.valueDeclaration?.resolve(this.project);
      const body = made && this.functionOf(made);
      if (body) return this.list(this.returned(body), between, this.bind(body, node.arguments, bound));
    }
    throw new Unknown(`list ${node.getText().slice(0, 60)}`);
  }

  /** What is spread into a list may be empty. */
  private spread(node: Node, between: string, bound: Bound): string {
    try {
      return this.list(node, between, bound);
    } catch (error) {
      if (this.pick === 'last' && error instanceof Unknown) return '';
      throw error;
    }
  }

  private mapped(over: Node, mapper: Node, between: string, bound: Bound): string {
    const items = unwrap(over);
    const each = isArrayLiteralExpression(items) ? [...items.elements] : [items];
    return each.map((one) => this.part(this.returned(mapper), this.bind(mapper, [one], bound))).join(between);
  }

  private symbolOf(node: Node): TsSymbol | undefined {
    const { checker } = this.project;
    const found = checker.getSymbolAtLocation(node);
    // 2097152: an alias, such as an import.
    return found && found.flags & 2097152 ? checker.getAliasedSymbol(found) : found;
  }

  private boundTo(node: Node, bound: Bound) {
    const symbol = this.symbolOf(node);
    return symbol ? bound.get(symbol.id) : undefined;
  }

  /** What a name or a property stands for, one step nearer to where it is written. */
  private resolve(node: Node, bound: Bound): { node: Node; bound: Bound } | undefined {
    if (isIdentifier(node)) {
      const known = this.boundTo(node, bound);
      if (known) return known;
      const made = this.symbolOf(node)?.valueDeclaration?.resolve(this.project);
      if (!made) return undefined;
      if (isVariableDeclaration(made)) return this.assigned(made, bound);
      if (isParameterDeclaration(made)) return this.passed(made, bound);
      if (isBindingElement(made)) return this.unpacked(made, bound);
      return undefined;
    }
    if (isPropertyAccessExpression(node)) return this.property(node.expression, node.name.text, bound);
    if (isElementAccessExpression(node)) return this.property(node.expression, undefined, bound);
    return undefined;
  }

  /** Its value; in a loop over a list that is written out, the first or the last of the list. */
  private assigned(made: VariableDeclaration, bound: Bound) {
    if (made.initializer) return { node: made.initializer, bound };
    const loop = made.parent.parent;
    const items = isForOfStatement(loop) ? unwrap(loop.expression) : undefined;
    if (!items || !isArrayLiteralExpression(items)) return undefined;
    const node = this.pick === 'first' ? items.elements[0] : items.elements.at(-1);
    return node && { node, bound };
  }

  /** A default, or what a caller in the same file passes. */
  private passed(made: ParameterDeclaration, bound: Bound) {
    if (made.initializer) return { node: made.initializer, bound };
    const holder = made.parent;
    const owner = isFunctionDeclaration(holder)
      ? holder.name
      : isVariableDeclaration(holder.parent)
        ? holder.parent.name
        : undefined;
    const symbol = owner && this.project.checker.getSymbolAtLocation(owner);
    if (!symbol || !isFunction(holder)) return undefined;
    const place = holder.parameters.indexOf(made);
    const uses = this.project.checker.getReferencesToSymbolInFile(made.getSourceFile().fileName, symbol);
    for (const use of uses) {
      const call = use.resolve(this.project)?.parent;
      const argument = call && isCallExpression(call) ? call.arguments[place] : undefined;
      if (argument) return { node: argument, bound };
    }
    return undefined;
  }

  private unpacked(made: BindingElement, bound: Bound) {
    const source = made.parent.parent;
    const name = (made.propertyName ?? made.name)?.getText();
    return isVariableDeclaration(source) && source.initializer
      ? this.property(source.initializer, name, bound)
      : undefined;
  }

  /** A property of an object that is written out somewhere; of a name that is not known, the first one. */
  private property(given: Node, name: string | undefined, bound: Bound): { node: Node; bound: Bound } | undefined {
    const node = unwrap(given);
    if (isObjectLiteralExpression(node)) {
      const found = node.properties.find(
        (one) => name === undefined || (one as { name?: Node }).name?.getText() === name,
      );
      if (found && isPropertyAssignment(found)) return { node: found.initializer, bound };
      if (found && isShorthandPropertyAssignment(found)) return { node: found.name, bound };
      return undefined;
    }
    if (isCallExpression(node)) {
      const made = this.symbolOf(node.expression)?.valueDeclaration?.resolve(this.project);
      const body = made && this.functionOf(made);
      return body ? this.property(this.returned(body), name, this.bind(body, node.arguments, bound)) : undefined;
    }
    const known = this.resolve(node, bound);
    return known ? this.property(known.node, name, known.bound) : undefined;
  }

  private functionOf(made: Node): Node | undefined {
    if (isFunction(made)) return made;
    const value = isVariableDeclaration(made) && made.initializer ? unwrap(made.initializer) : undefined;
    return value && isFunction(value) ? value : undefined;
  }

  private returned(body: Node): Node {
    const block = (body as Node & { body?: Node }).body;
    if (!block) throw new Unknown('no body');
    if (isArrowFunction(body) && !isBlock(block)) return block;
    const found: Node[] = [];
    const walk = (node: Node): void => {
      if (isReturnStatement(node) && node.expression) found.push(node.expression);
      if (!isFunction(node)) node.forEachChild((child) => walk(child));
    };
    block.forEachChild((child) => walk(child));
    const node = this.pick === 'first' ? found[0] : found.at(-1);
    if (!node) throw new Unknown('returns nothing');
    return node;
  }

  private bind(body: Node, given: readonly Node[], bound: Bound): Bound {
    const parameters = (body as Node & { parameters: readonly (Node & { name: Node })[] }).parameters;
    const pairs = parameters.flatMap(({ name }, place) => {
      const node = given[place];
      if (!node) return [];
      const names = isObjectBindingPattern(name) ? name.elements.flatMap((one) => one.name ?? []) : [name];
      return names.flatMap((one) => {
        const symbol = this.project.checker.getSymbolAtLocation(one);
        const known = one === name ? { node, bound } : this.property(node, one.getText(), bound);
        return symbol && known ? [[symbol.id, known] as const] : [];
      });
    });
    return new Map([...bound, ...pairs]);
  }
}
