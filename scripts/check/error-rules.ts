import type { Finding } from './finding.ts'
import { isTest, type Node, type Source, walk } from './source.ts'

/** What looks into a text: `/x/.test(text)`, `text.includes('x')` and the like. */
const looks = /^(test|exec|match|matchAll|search|includes|startsWith|endsWith|indexOf)$/
/** Names errors have. */
const errorName = /^(e|err|error|caught|problem|failure|cause|exception|again|lost)$/

/**
 * Errors are recognised by class and code (`server/kernel/recognise-error.ts`), not by their words. Where others give nothing but
 * words: `// by its words: why`, on the line or above it.
 */
export function errorBreachesOf(source: Source): Finding[] {
  const { path, text } = source
  if (isTest(path) || /^(bench|e2e|lab)\//.test(path)) return []
  const lines = text.split('\n')
  const found: Finding[] = []
  const bound = wordsTakenOut(source)
  const tell = (node: Node) => {
    const line = source.lineAt(node.start)
    const isSaid = lines.slice(Math.max(0, line - 2), line).some((one) => one.includes('// by its words: '))
    if (!isSaid) found.push({ path, line, text: 'recognises an error by its words; its class or code says what it is' })
  }
  walk(source, (node) => {
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) {
      if ([node['left'], node['right']].some((side) => isWords(side as Node, bound))) tell(node)
    }
    if (node.type !== 'CallExpression') return
    const callee = node['callee'] as Node
    if (callee.type !== 'MemberExpression' || !looks.test(nameOf(callee['property'] as Node))) return
    const parts = [callee['object'] as Node, ...(node['arguments'] as Node[])]
    if (parts.some((part) => holdsWords(part, bound))) tell(node)
  })
  return found
}

const nameOf = (node: Node | undefined): string => (node?.type === 'Identifier' ? String(node['name']) : '')

/** `(error as Error)` and `error!` are `error`. */
function bare(node: Node): Node {
  const inner =
    /^(TS(As|NonNull|Satisfies|TypeAssertion)Expression|TSTypeAssertion|ParenthesizedExpression|ChainExpression)$/
  return inner.test(node.type) ? bare(node['expression'] as Node) : node
}

/** Names of texts taken out of an error: `const { message } = error as Error`, `({ message }: Error) =>`. */
function wordsTakenOut(source: Source): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (pattern: Node) => {
    for (const property of pattern['properties'] as Node[]) {
      const { key, value } = property as unknown as { key?: Node; value?: Node }
      const local = value?.type === 'AssignmentPattern' ? (value['left'] as Node) : value
      if (/^(message|stack)$/.test(nameOf(key)) && local) names.add(nameOf(local))
    }
  }
  walk(source, (node) => {
    const { id, init } = node as unknown as { id?: Node; init?: Node | null }
    if (node.type === 'VariableDeclarator' && id?.type === 'ObjectPattern' && init && isError(init)) add(id)
    if (node.type === 'ObjectPattern' && isErrorType(source, node)) add(node)
  })
  return names
}

const isErrorType = ({ text }: Source, { typeAnnotation }: Node & { typeAnnotation?: Node | null }) =>
  Boolean(typeAnnotation && /\b\w*(Error|Exception)\b/.test(text.slice(typeAnnotation.start, typeAnnotation.end)))

function isError(node: Node): boolean {
  const inner = bare(node)
  if (inner.type === 'MemberExpression') return errorName.test(nameOf(inner['property'] as Node))
  return errorName.test(nameOf(inner))
}

/** `error.message`, `String(error)`, or a text taken out of an error. */
function isWords(node: Node, bound: ReadonlySet<string>): boolean {
  const inner = bare(node)
  if (inner.type === 'Identifier') return bound.has(nameOf(inner))
  if (inner.type === 'MemberExpression')
    return /^(message|stack)$/.test(nameOf(inner['property'] as Node)) && isError(inner['object'] as Node)
  const [first] = (inner['arguments'] as Node[] | undefined) ?? []
  return (
    inner.type === 'CallExpression' &&
    nameOf(inner['callee'] as Node) === 'String' &&
    !!first &&
    isErrorText(first, bound)
  )
}

const isErrorText = (node: Node, bound: ReadonlySet<string>) => isError(node) || isWords(node, bound)

/** The text, or a part of what it is put together of. */
function holdsWords(node: Node, bound: ReadonlySet<string>): boolean {
  const inner = bare(node)
  if (isWords(inner, bound)) return true
  const parts = [...((inner['expressions'] as Node[] | undefined) ?? []), inner['left'], inner['right']] as (
    | Node
    | undefined
  )[]
  if (/^(TemplateLiteral|BinaryExpression|LogicalExpression)$/.test(inner.type))
    return parts.some((part) => part && holdsWords(part, bound))
  // error.message.toLowerCase().includes('x')
  const callee = inner['callee'] as Node | undefined
  return (
    inner.type === 'CallExpression' &&
    callee?.type === 'MemberExpression' &&
    holdsWords(callee['object'] as Node, bound)
  )
}
