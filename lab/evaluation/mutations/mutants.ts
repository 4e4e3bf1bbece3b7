/** One small fault at a time: every place of a source file where an operator applies, and what replaces it. */
import { parseAst } from 'vitest/node';

export interface Mutant {
  /** Path from the root of the tree. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly operator: string;
  /** Offsets of `from` in the text, in UTF-16 units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

type Change = Pick<Mutant, 'operator' | 'start' | 'end' | 'to'>;

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const equalities: Readonly<Record<string, string>> = { '===': '!==', '!==': '===' };
const arithmetic: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '++': '--',
  '--': '++',
};
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const methods: Readonly<Record<string, string>> = {
  max: 'min',
  min: 'max',
  ceil: 'floor',
  floor: 'ceil',
  some: 'every',
  every: 'some',
};

/** What a function may return instead, as far as types allow. */
const emptied = ['null', 'undefined', '[]', "''", '0', 'false', 'true'];

/** What has no value at run time. */
const typeNodes = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'ImportDeclaration',
]);
const typeMembers = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'implements',
  'source',
]);

/** Calls whose texts only readers of the log see. */
const unheard = /^(log|console\.\w+|Error|TypeError|RangeError)$/;

/**
 * All mutants of one file, in the order of their places.
 * @param file path from the root of the tree
 * @param text TypeScript, of a `.tsx` with JSX: words and attributes of an element that are texts stay as they are
 */
export function mutantsOf(file: string, text: string): Mutant[] {
  const changes: Change[] = [];
  // A tree of any kind of node: the walk asks each what it has.
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, null, text, changes);
  const lineOf = linesOf(text);
  return changes
    .map((change) => ({ file, line: lineOf(change.start), from: text.slice(change.start, change.end), ...change }))
    .filter(({ from, to }) => from !== to)
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

/** The text with the fault in it. */
export function mutated(text: string, { start, end, to }: Mutant): string {
  return text.slice(0, start) + to + text.slice(end);
}

function visit(node: Node, parent: Node | null, text: string, changes: Change[]): void {
  if (typeNodes.has(node.type)) return;
  if ((node.type === 'CallExpression' || node.type === 'NewExpression') && unheard.test(textOf(node.callee, text)))
    return;
  changes.push(...changesAt(node, parent, text));
  for (const [member, value] of Object.entries(node)) {
    if (typeMembers.has(member)) continue;
    // A name that is written as a text is a name all the same.
    if (member === 'key' && !node.computed) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, text, changes);
  }
}

function changesAt(node: Node, parent: Node | null, text: string): Change[] {
  const { type, start, end } = node;
  const whole = (operator: string, to: string): Change => ({ operator, start, end, to });
  const own = text.slice(start, end);
  switch (type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return [
        ...swapped(node, text, 'boundary', boundaries),
        ...swapped(node, text, 'equality', equalities),
        ...swapped(node, text, 'arithmetic', arithmetic),
      ];
    case 'UpdateExpression':
      return swapped(node, text, 'arithmetic', arithmetic);
    case 'LogicalExpression':
      if (node.operator === '??') return [whole('default', `(${textOf(node.left, text)})`)];
      return swapped(node, text, 'logical', logical);
    case 'AssignmentPattern':
      return [whole('default', textOf(node.left, text))];
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return negated(node.test, text);
    case 'Literal':
      return literal(node, own, parent);
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : [whole('string', "''")];
    case 'ReturnStatement':
      return isNode(node.argument) ? replaced(node.argument, 'answer', emptied) : [];
    case 'ArrowFunctionExpression':
      return isNode(node.body) && node.body.type !== 'BlockStatement' ? replaced(node.body, 'answer', emptied) : [];
    case 'ExpressionStatement':
    case 'ThrowStatement':
      return [whole('statement', ';')];
    case 'AwaitExpression':
      return [whole('await', textOf(node.argument, text))];
    case 'Identifier':
      return isCalled(node, parent) && methods[own] ? [whole('method', methods[own])] : [];
    default:
      return [];
  }
}

/** Another operator between the same operands. */
function swapped(node: Node, text: string, name: string, table: Readonly<Record<string, string>>): Change[] {
  const operator = String(node.operator);
  const to = table[operator];
  if (!to) return [];
  const left = node.left ?? (node.prefix ? undefined : node.argument);
  const from = isNode(left) ? left.end : node.start;
  // Only white space, brackets and comments are between the left side and its operator.
  const start = from + text.slice(from).indexOf(operator);
  return [{ operator: name, start, end: start + operator.length, to }];
}

function negated(test: unknown, text: string): Change[] {
  if (!isNode(test)) return [];
  // Comparisons turn round by themselves, see `equality`.
  if (test.type === 'BinaryExpression' && equalities[String(test.operator)]) return [];
  const { start, end } = test;
  const isDenied = test.type === 'UnaryExpression' && test.operator === '!';
  const to = isDenied ? `(${textOf(test.argument, text)})` : `!(${text.slice(start, end)})`;
  return [{ operator: 'condition', start, end, to }];
}

function literal({ start, end, value }: Node, own: string, parent: Node | null): Change[] {
  const change = (operator: string, to: string): Change => ({ operator, start, end, to });
  if (typeof value === 'number') return [change('constant', String(value + 1)), change('constant', lower(value))];
  if (typeof value === 'boolean') return [change('boolean', String(!value))];
  const isDirective = parent?.type === 'ExpressionStatement';
  const isAttribute = parent?.type === 'JSXAttribute';
  if (typeof value === 'string' && own.length > 2 && !isDirective && !isAttribute) return [change('string', "''")];
  return [];
}

/** A negative number gets brackets: `a -1` is a subtraction. */
function lower(value: number): string {
  return value >= 1 ? String(value - 1) : `(${value - 1})`;
}

function replaced({ start, end }: Node, operator: string, texts: readonly string[]): Change[] {
  return texts.map((to) => ({ operator, start, end, to }));
}

function isCalled(node: Node, parent: Node | null): boolean {
  return parent?.type === 'MemberExpression' && parent.property === node;
}

function textOf(node: unknown, text: string): string {
  return isNode(node) ? text.slice(node.start, node.end) : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** From offsets to lines, counted from 1. */
function linesOf(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => breaks.filter((at) => at < offset).length + 1;
}
