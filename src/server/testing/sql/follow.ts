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

import { snakeCase } from '#server/db/names.ts';
import { unwrap } from './node.ts';

/** A part of a statement that the sources do not determine. */
export class Unknown extends Error {}

/** Arguments of the parameters of the functions being followed. */
type Bound = ReadonlyMap<number, { node: Node; bound: Bound }>;
const nothing: Bound = new Map();

const fragments = new Set(['RawBuilder', 'AliasedRawBuilder', 'Expression']);

const isFunction = (node: Node) => isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node);

/**
 * Evaluates statements from the sources: templates with their fragments, through constants and functions, with `$n` for
 * values. Of alternatives it takes the first or the last, by `pick`.
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

  /** Returns the text of a statement. Throws `Unknown` if the sources do not determine it. */
  statement(node: Node): string {
    this.values = 0;
    this.depth = 0;
    return this.fragment(node, nothing);
  }

  /** Returns whether the expression is a part of a statement, not a value. */
  isFragment(node: Node): boolean {
    const type = this.project.checker.getTypeAtLocation(node);
    return type !== undefined && this.namesOf(type).some((name) => fragments.has(name));
  }

  private namesOf(type: Type): string[] {
    const parts = type.isUnionType() || type.isIntersectionType() ? type.getTypes() : undefined;
    const ownNames = [type.getSymbol()?.name, type.getAliasSymbol()?.name].flatMap((name) => name ?? []);
    return [...ownNames, ...(parts ?? []).flatMap((part) => this.namesOf(part))];
  }

  private value(): string {
    this.values += 1;
    return `$${this.values}`;
  }

  private fragment(source: Node, bound: Bound): string {
    const node = unwrap(source);
    if (this.depth++ > 400) throw new Unknown('too deep');
    if (isTaggedTemplateExpression(node)) return this.template(node, bound);
    if (isConditionalExpression(node)) return this.conditional(node, bound);
    if (isBinaryExpression(node)) return this.either(node.left, node.right, bound);
    if (isCallExpression(node)) return this.called(node, bound);
    if (isIdentifier(node) && node.text === 'undefined') return '';
    const resolved = this.resolve(node, bound);
    if (resolved) return this.part(resolved.node, resolved.bound);
    throw new Unknown(node.getText().slice(0, 60));
  }

  /** Evaluates a conditional; `typeof column === …` is decided by whether the column is a name or a fragment. */
  private conditional({ condition, whenTrue, whenFalse }: ConditionalExpression, bound: Bound): string {
    const operand = isBinaryExpression(condition) ? condition.left : condition;
    if (!isTypeOfExpression(operand)) return this.either(whenTrue, whenFalse, bound);
    const resolved = this.resolve(operand.expression, bound)?.node ?? operand.expression;
    return this.isFragment(resolved) ? this.fragment(whenFalse, bound) : this.fragment(whenTrue, bound);
  }

  private either(first: Node, last: Node, bound: Bound): string {
    const [preferred, alternative] = this.pick === 'first' ? [first, last] : [last, first];
    return this.isFragment(preferred) ? this.fragment(preferred, bound) : this.fragment(alternative, bound);
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

  private part(source: Node, bound: Bound): string {
    const node = unwrap(source);
    if (isTaggedTemplateExpression(node)) return this.fragment(node, bound);
    if (this.isFragment(node)) return this.fragment(node, bound);
    const resolved = isIdentifier(node) ? this.boundTo(node, bound) : undefined;
    return resolved && this.isFragment(resolved.node) ? this.fragment(resolved.node, resolved.bound) : this.value();
  }

  private called(node: Node & { expression: Node; arguments: readonly Node[] }, bound: Bound): string {
    const name = node.expression.getText();
    const [first, second] = node.arguments;
    if (/^sql\.(id|table|ref|raw|lit)$/.test(name) && first) return this.named(name, first, bound);
    if (isPropertyAccessExpression(node.expression) && node.expression.name.text === 'as' && first)
      return `${this.fragment(node.expression.expression, bound)} as ${this.named('sql.id', first, bound)}`;
    if (name === 'sql.join' && first) return this.list(first, second ? this.fragment(second, bound) : ', ', bound);
    const symbol = this.symbolOf(node.expression);
    const declaration = symbol?.valueDeclaration?.resolve(this.project);
    const path = declaration?.getSourceFile().fileName ?? '';
    if (path.endsWith('/db/values.ts') && /^(and|or)$/.test(name)) return this.joined(name, node.arguments, bound);
    const body = declaration && this.functionOf(declaration);
    if (!body) throw new Unknown(`${name}()`);
    return this.fragment(this.returned(body), this.bind(body, node.arguments, bound));
  }

  /** Joins the given conditions as `and` and `or` of db/values.ts do. */
  private joined(name: string, args: readonly Node[], bound: Bound): string {
    const parts = args.filter((argument) => !isSpreadElement(argument)).map((argument) => this.part(argument, bound));
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

  /** Returns a text from the sources, or one that its type allows. */
  constant(source: Node, bound: Bound = nothing): string {
    const node = unwrap(source);
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node)) return node.text;
    if (isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, { expression, literal }) => text + this.constant(expression, bound) + literal.text,
        node.head.text,
      );
    const resolved = this.resolve(node, bound);
    if (resolved) return this.constant(resolved.node, resolved.bound);
    const type = this.project.checker.getTypeAtLocation(node);
    const types = type?.isUnionType() ? type.getTypes() : type ? [type] : [];
    const literal = types.find((member) => member.isStringLiteralType());
    if (literal?.isStringLiteralType()) return literal.value;
    throw new Unknown(node.getText().slice(0, 60));
  }

  private list(source: Node, between: string, bound: Bound): string {
    const node = unwrap(source);
    if (isArrayLiteralExpression(node)) {
      const parts = node.elements.map((element) =>
        isSpreadElement(element) ? this.spread(element.expression, between, bound) : this.part(element, bound),
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
    const resolved = this.resolve(node, bound);
    if (resolved) return this.list(resolved.node, between, resolved.bound);
    if (isCallExpression(node)) {
      const declaration = this.symbolOf(node.expression)?.valueDeclaration?.resolve(this.project);
      const body = declaration && this.functionOf(declaration);
      if (body) return this.list(this.returned(body), between, this.bind(body, node.arguments, bound));
    }
    throw new Unknown(`list ${node.getText().slice(0, 60)}`);
  }

  /** Evaluates a spread list, which may be empty. */
  private spread(node: Node, between: string, bound: Bound): string {
    try {
      return this.list(node, between, bound);
    } catch (error) {
      if (this.pick === 'last' && error instanceof Unknown) return '';
      throw error;
    }
  }

  private mapped(over: Node, mapper: Node, between: string, bound: Bound): string {
    const passed = isIdentifier(over) ? this.boundTo(over, bound) : undefined;
    const items = unwrap(passed?.node ?? over);
    const each = isArrayLiteralExpression(items) ? [...items.elements] : [items];
    const within = passed ? new Map([...bound, ...passed.bound]) : bound;
    return each.map((element) => this.part(this.returned(mapper), this.bind(mapper, [element], within))).join(between);
  }

  private symbolOf(node: Node): TsSymbol | undefined {
    const { checker } = this.project;
    const symbol = checker.getSymbolAtLocation(node);
    // 2097152: an alias, such as an import.
    return symbol && symbol.flags & 2097152 ? checker.getAliasedSymbol(symbol) : symbol;
  }

  private boundTo(node: Node, bound: Bound) {
    const symbol = this.symbolOf(node);
    return symbol ? bound.get(symbol.id) : undefined;
  }

  /** Resolves a name or a property one step towards its definition. */
  private resolve(node: Node, bound: Bound): { node: Node; bound: Bound } | undefined {
    if (isIdentifier(node)) {
      const resolved = this.boundTo(node, bound);
      if (resolved) return resolved;
      const declaration = this.symbolOf(node)?.valueDeclaration?.resolve(this.project);
      if (!declaration) return undefined;
      if (isVariableDeclaration(declaration)) return this.assigned(declaration, bound);
      if (isParameterDeclaration(declaration)) return this.passed(declaration, bound);
      if (isBindingElement(declaration)) return this.unpacked(declaration, bound);
      return undefined;
    }
    if (isPropertyAccessExpression(node)) return this.property(node.expression, node.name.text, bound);
    if (isElementAccessExpression(node)) return this.property(node.expression, undefined, bound);
    return undefined;
  }

  /** Returns the initial value; in a loop over a literal list, its first or last element. */
  private assigned(declaration: VariableDeclaration, bound: Bound) {
    if (declaration.initializer) return { node: declaration.initializer, bound };
    const loop = declaration.parent.parent;
    const items = isForOfStatement(loop) ? unwrap(loop.expression) : undefined;
    if (!items || !isArrayLiteralExpression(items)) return undefined;
    const node = this.pick === 'first' ? items.elements[0] : items.elements.at(-1);
    return node && { node, bound };
  }

  /** Returns the default, or the argument of a call in the same file. */
  private passed(declaration: ParameterDeclaration, bound: Bound) {
    if (declaration.initializer) return { node: declaration.initializer, bound };
    const holder = declaration.parent;
    const owner = isFunctionDeclaration(holder)
      ? holder.name
      : isVariableDeclaration(holder.parent)
        ? holder.parent.name
        : undefined;
    const symbol = owner && this.project.checker.getSymbolAtLocation(owner);
    if (!symbol || !isFunction(holder)) return undefined;
    const place = holder.parameters.indexOf(declaration);
    const uses = this.project.checker.getReferencesToSymbolInFile(declaration.getSourceFile().fileName, symbol);
    for (const use of uses) {
      const call = use.resolve(this.project)?.parent;
      const argument = call && isCallExpression(call) ? call.arguments[place] : undefined;
      if (argument) return { node: argument, bound };
    }
    return undefined;
  }

  private unpacked(declaration: BindingElement, bound: Bound) {
    const source = declaration.parent.parent;
    const name = (declaration.propertyName ?? declaration.name)?.getText();
    return isVariableDeclaration(source) && source.initializer
      ? this.property(source.initializer, name, bound)
      : undefined;
  }

  /** Returns a property of an object literal; for an unknown name the first one. */
  private property(source: Node, name: string | undefined, bound: Bound): { node: Node; bound: Bound } | undefined {
    const node = unwrap(source);
    if (isObjectLiteralExpression(node)) {
      const member = node.properties.find(
        (candidate) => name === undefined || (candidate as { name?: Node }).name?.getText() === name,
      );
      if (member && isPropertyAssignment(member)) return { node: member.initializer, bound };
      if (member && isShorthandPropertyAssignment(member)) return { node: member.name, bound };
      return undefined;
    }
    if (isCallExpression(node)) {
      const declaration = this.symbolOf(node.expression)?.valueDeclaration?.resolve(this.project);
      const body = declaration && this.functionOf(declaration);
      return body ? this.property(this.returned(body), name, this.bind(body, node.arguments, bound)) : undefined;
    }
    const resolved = this.resolve(node, bound);
    return resolved ? this.property(resolved.node, name, resolved.bound) : undefined;
  }

  private functionOf(declaration: Node): Node | undefined {
    if (isFunction(declaration)) return declaration;
    const value =
      isVariableDeclaration(declaration) && declaration.initializer ? unwrap(declaration.initializer) : undefined;
    return value && isFunction(value) ? value : undefined;
  }

  private returned(body: Node): Node {
    const block = (body as Node & { body?: Node }).body;
    if (!block) throw new Unknown('no body');
    if (isArrowFunction(body) && !isBlock(block)) return block;
    const returns: Node[] = [];
    const walk = (node: Node): void => {
      if (isReturnStatement(node) && node.expression) returns.push(node.expression);
      if (!isFunction(node)) node.forEachChild((child) => walk(child));
    };
    block.forEachChild((child) => walk(child));
    const node = this.pick === 'first' ? returns[0] : returns.at(-1);
    if (!node) throw new Unknown('returns nothing');
    return node;
  }

  private bind(body: Node, args: readonly Node[], bound: Bound): Bound {
    const parameters = (body as Node & { parameters: readonly (Node & { name: Node })[] }).parameters;
    const pairs = parameters.flatMap(({ name }, place) => {
      const node = args[place];
      if (!node) return [];
      const names = isObjectBindingPattern(name)
        ? name.elements.flatMap((identifier) => identifier.name ?? [])
        : [name];
      return names.flatMap((identifier) => {
        const symbol = this.project.checker.getSymbolAtLocation(identifier);
        const resolved = identifier === name ? { node, bound } : this.property(node, identifier.getText(), bound);
        return symbol && resolved ? [[symbol.id, resolved] as const] : [];
      });
    });
    return new Map([...bound, ...pairs]);
  }
}
