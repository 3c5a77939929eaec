import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, type SourceFile, walk } from '../source.ts'

/** The file of the guards. */
const guards = 'server/base/edge/guard-socket.ts'

/** Methods that detach a socket or a stream from Node or the framework, and the replacement that listens for errors. */
const members = new Map([
  ['hijack', 'takeOver'],
  ['handleUpgrade', 'openWebSocket'],
  ['pipe', 'pipeline of node:stream, which handles the errors of both streams'],
])

/** Functions that create servers, programs and sockets, by module. */
const makers: readonly { from: RegExp; named: RegExp; needs: 'guardServer' | 'guardChild' | 'listener' }[] = [
  { from: /^(node:)?(http|https|http2|net|tls)$/, named: /^create(Secure)?Server$/, needs: 'guardServer' },
  { from: /^fastify$/, named: /^(default|fastify)$/, needs: 'guardServer' },
  { from: /^(node:)?child_process$/, named: /^(spawn|fork)$/, needs: 'guardChild' },
  { from: /^(node:)?(net|tls)$/, named: /^(connect|createConnection|Socket|TLSSocket)$/, needs: 'listener' },
  { from: /^(node:)?(http|https)$/, named: /^(request|get)$/, needs: 'listener' },
  { from: /^(node:)?dgram$/, named: /^createSocket$/, needs: 'listener' },
  { from: /^(node:)?fs$/, named: /^create(Read|Write)Stream$/, needs: 'listener' },
  { from: /^(node:)?zlib$/, named: /^create[A-Z]/, needs: 'listener' },
]

const hears = /\.(on|once)\('error'|\bguardSocket\(|\bpipeline\(/

/**
 * An `error` event without a listener ends the process: sockets, servers, hijacked answers and programs of the server go through
 * `base/edge/guard-socket.ts`; code that opens a connection or a stream has a listener in the same file.
 */
export function guardBreachesOf(source: SourceFile): Finding[] {
  const { path, text } = source
  if (!/^(server|drivers)\//.test(path) || path === guards || isTest(path)) return []
  const found: Finding[] = []
  const tell = (node: SyntaxNode, what: string) => found.push({ path, line: source.lineAt(node.start), text: what })
  const made = new Map<string, (typeof makers)[number]>()
  walk(source, (node, [parent]) => {
    if (node.type === 'ImportDeclaration') return learn(node, made)
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const callee = node['callee'] as SyntaxNode
    const member = callee.type === 'MemberExpression' ? nameOf(callee['property'] as SyntaxNode) : ''
    const instead = members.get(member)
    if (instead) tell(node, `${member}() has no listener for errors; use ${instead}`)
    const [first] = node['arguments'] as SyntaxNode[]
    if (/^(on|once|addListener|prependListener)$/.test(member) && first?.['value'] === 'upgrade')
      tell(node, 'takes upgrades without a guard; use onUpgrade')
    const maker = made.get(nameOf(callee))
    if (maker?.needs === 'guardChild' && !isCallOf(parent, 'guardChild'))
      tell(node, `${nameOf(callee)}() is called outside of guardChild()`)
    if (maker?.needs === 'guardServer' && !isCallOf(parent, 'guardServer') && !guardsLater(node, parent, text))
      tell(node, `${nameOf(callee)}() creates a server without guardServer()`)
    if (maker?.needs === 'listener' && !hears.test(text))
      tell(node, `${nameOf(callee)}() has no listener for errors in this file`)
  })
  return found
}

function learn(node: SyntaxNode, made: Map<string, (typeof makers)[number]>): void {
  const from = String((node['source'] as SyntaxNode)['value'])
  for (const specifier of node['specifiers'] as SyntaxNode[]) {
    const name = specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier['imported'] as SyntaxNode)
    const maker = makers.find((one) => one.from.test(from) && one.named.test(name))
    if (maker) made.set(nameOf(specifier['local'] as SyntaxNode), maker)
  }
}

const nameOf = (node: SyntaxNode | undefined) => (node?.type === 'Identifier' ? String(node['name']) : '')
const isCallOf = (node: SyntaxNode | undefined, name: string) =>
  node?.type === 'CallExpression' && nameOf(node['callee'] as SyntaxNode) === name

/** For a server that a framework creates: `const app = fastify()`, followed by `guardServer(app.server)`. */
function guardsLater(node: SyntaxNode, parent: SyntaxNode | undefined, text: string): boolean {
  if (parent?.type !== 'VariableDeclarator') return false
  return text.includes(`guardServer(${nameOf(parent['id'] as SyntaxNode)}.server)`, node.end)
}
