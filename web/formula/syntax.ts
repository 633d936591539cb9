// What the parser makes of a formula. `at` is the index of the first character of a part in the text.

export type Node =
  | { kind: 'number'; value: number; at: number }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'call'; name: string; given: readonly Node[]; at: number }
  | { kind: 'negative'; of: Node; at: number }
  | { kind: 'binary'; operator: Operator; left: Node; right: Node; at: number }
  | { kind: 'choice'; test: Node; yes: Node; no: Node; at: number }

export type Operator = '+' | '-' | '*' | '/' | '%' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!='

/** The parts of a part. */
export function partsOf(node: Node): readonly Node[] {
  if (node.kind === 'call') return node.given
  if (node.kind === 'negative') return [node.of]
  if (node.kind === 'binary') return [node.left, node.right]
  return node.kind === 'choice' ? [node.test, node.yes, node.no] : []
}
