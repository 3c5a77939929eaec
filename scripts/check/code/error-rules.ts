import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, type SourceFile, walk } from '../source.ts'

/** Methods that search a text: `/x/.test(text)`, `text.includes('x')` and the like. */
const looks = /^(test|exec|match|matchAll|search|includes|startsWith|endsWith|indexOf)$/
/** Usual names of error variables. */
const errorName = /^(e|err|error|caught|problem|failure|cause|exception|again|lost)$/

/**
 * Errors are recognised by class and code (`server/kernel/database/recognise-error.ts`), not by their message. If a source offers only
 * a message, a comment gives the reason, on the line or above it: `// by its words: why`.
 */
export function errorBreachesOf(source: SourceFile): Finding[] {
  const { path, text } = source
  if (isTest(path) || /^(bench|e2e|lab)\//.test(path)) return []
  const lines = text.split('\n')
  const found: Finding[] = []
  const bound = wordsTakenOut(source)
  const tell = (node: SyntaxNode) => {
    const line = source.lineAt(node.start)
    const isSaid = lines.slice(Math.max(0, line - 2), line).some((one) => one.includes('// by its words: '))
    if (!isSaid) found.push({ path, line, text: 'recognises an error by its message; compare its class or code' })
  }
  walk(source, (node) => {
    if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) {
      if ([node['left'], node['right']].some((side) => isWords(side as SyntaxNode, bound))) tell(node)
    }
    if (node.type !== 'CallExpression') return
    const callee = node['callee'] as SyntaxNode
    if (callee.type !== 'MemberExpression' || !looks.test(nameOf(callee['property'] as SyntaxNode))) return
    const parts = [callee['object'] as SyntaxNode, ...(node['arguments'] as SyntaxNode[])]
    if (parts.some((part) => holdsWords(part, bound))) tell(node)
  })
  return found
}

const nameOf = (node: SyntaxNode | undefined): string => (node?.type === 'Identifier' ? String(node['name']) : '')

/** `(error as Error)` and `error!` are `error`. */
function bare(node: SyntaxNode): SyntaxNode {
  const inner =
    /^(TS(As|NonNull|Satisfies|TypeAssertion)Expression|TSTypeAssertion|ParenthesizedExpression|ChainExpression)$/
  return inner.test(node.type) ? bare(node['expression'] as SyntaxNode) : node
}

/** Names of texts taken from an error: `const { message } = error as Error`, `({ message }: Error) =>`. */
function wordsTakenOut(source: SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (pattern: SyntaxNode) => {
    for (const property of pattern['properties'] as SyntaxNode[]) {
      const { key, value } = property as unknown as { key?: SyntaxNode; value?: SyntaxNode }
      const local = value?.type === 'AssignmentPattern' ? (value['left'] as SyntaxNode) : value
      if (/^(message|stack)$/.test(nameOf(key)) && local) names.add(nameOf(local))
    }
  }
  walk(source, (node) => {
    const { id, init } = node as unknown as { id?: SyntaxNode; init?: SyntaxNode | null }
    if (node.type === 'VariableDeclarator' && id?.type === 'ObjectPattern' && init && isError(init)) add(id)
    if (node.type === 'ObjectPattern' && isErrorType(source, node)) add(node)
  })
  return names
}

const isErrorType = ({ text }: SourceFile, { typeAnnotation }: SyntaxNode & { typeAnnotation?: SyntaxNode | null }) =>
  Boolean(typeAnnotation && /\b\w*(Error|Exception)\b/.test(text.slice(typeAnnotation.start, typeAnnotation.end)))

function isError(node: SyntaxNode): boolean {
  const inner = bare(node)
  if (inner.type === 'MemberExpression') return errorName.test(nameOf(inner['property'] as SyntaxNode))
  return errorName.test(nameOf(inner))
}

/** `error.message`, `String(error)`, or a text taken from an error. */
function isWords(node: SyntaxNode, bound: ReadonlySet<string>): boolean {
  const inner = bare(node)
  if (inner.type === 'Identifier') return bound.has(nameOf(inner))
  if (inner.type === 'MemberExpression')
    return /^(message|stack)$/.test(nameOf(inner['property'] as SyntaxNode)) && isError(inner['object'] as SyntaxNode)
  const [first] = (inner['arguments'] as SyntaxNode[] | undefined) ?? []
  return (
    inner.type === 'CallExpression' &&
    nameOf(inner['callee'] as SyntaxNode) === 'String' &&
    !!first &&
    isErrorText(first, bound)
  )
}

const isErrorText = (node: SyntaxNode, bound: ReadonlySet<string>) => isError(node) || isWords(node, bound)

/** The node is such a text or is composed of one. */
function holdsWords(node: SyntaxNode, bound: ReadonlySet<string>): boolean {
  const inner = bare(node)
  if (isWords(inner, bound)) return true
  const parts = [...((inner['expressions'] as SyntaxNode[] | undefined) ?? []), inner['left'], inner['right']] as (
    | SyntaxNode
    | undefined
  )[]
  if (/^(TemplateLiteral|BinaryExpression|LogicalExpression)$/.test(inner.type))
    return parts.some((part) => part && holdsWords(part, bound))
  // error.message.toLowerCase().includes('x')
  const callee = inner['callee'] as SyntaxNode | undefined
  return (
    inner.type === 'CallExpression' &&
    callee?.type === 'MemberExpression' &&
    holdsWords(callee['object'] as SyntaxNode, bound)
  )
}
