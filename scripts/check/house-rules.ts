import { errorBreachesOf } from './code/error-rules.ts'
import type { Finding } from './finding.ts'
import { guardBreachesOf } from './code/guard-rules.ts'
import { pluralBreachesOf } from './text/plural-rules.ts'
import { familyBreachesOf } from './code/family-rules.ts'
import { shellBreachesOf } from './code/shell-rules.ts'
import { elapsedBreachesOf, retryBreachesOf, tableBreachesOf } from './code/suite-rules.ts'
import { isCode, isTest, type SyntaxNode, type SourceFile, targetOf, walk } from './source.ts'

/** Names without information about the content. */
const emptyNames = /^(index|utils?|helpers?|common|types|services?|managers?|misc)$/

/** Names that tools require. */
const given = /^(README|ARCHITECTURE|CONTRIBUTING|LICENSE|NOTICE|CHANGELOG)(\.md)?$|^index\.html$|^\./

/** Files and folders are kebab-case and named after their content. */
export function nameBreachesOf(paths: readonly string[]): Finding[] {
  const parts = new Set(paths.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))))
  return [...parts].flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (given.test(name)) return []
    const stem = name.replace(/\..*$/, '')
    // agent/query has one file per query type, contract/intents one folder per kind, and "services" is one of the query types
    if (emptyNames.test(stem) && !/^(agent\/query|contract\/intents)\//.test(path))
      return [{ path, text: 'has a meaningless name; name it after its content' }]
    // recordings have the name that the device reports
    const kebab = path.includes('recordings/') || /^[a-z0-9$]+(-[a-z0-9]+)*$/.test(stem)
    return kebab ? [] : [{ path, text: 'is not kebab-case' }]
  })
}

const holdsSql = /(^|\/)([^/]+-)?store\.ts$|^server\/(kernel|base)\/|^server\/[^/]+\.ts$|^(bench|e2e|lab|scripts)\//

/** SQL is only in stores, in the kernel and in its libraries. */
export function sqlBreachesOf(source: SourceFile): Finding[] {
  if (holdsSql.test(source.path) || isTest(source.path)) return []
  return source.imports
    .filter(({ specifier, typeOnly }) => !typeOnly && /^(sql-template-tag|pg)$/.test(specifier))
    .map(({ line }) => ({ path: source.path, line, text: 'contains SQL; only store.ts may' }))
}

/** The two files of the console that send requests; the second one uses XMLHttpRequest, because only that reports upload progress. */
const asks = ['web/kit/calls/call.ts', 'web/kit/calls/upload.ts']

export function fetchBreachesOf(source: SourceFile): Finding[] {
  if (!source.path.startsWith('web/') || asks.includes(source.path) || isTest(source.path)) return []
  const found: Finding[] = []
  walk(source, (node) => {
    const called = nameOf((node['callee'] as SyntaxNode | undefined) ?? node)
    const isFetch = node.type === 'CallExpression' && /^((window|globalThis|self)\.)?fetch$|\.sendBeacon$/.test(called)
    const isOther = node.type === 'NewExpression' && /^(XMLHttpRequest|EventSource)$/.test(called)
    if (isFetch || isOther)
      found.push({
        path: source.path,
        line: source.lineAt(node.start),
        text: `${called}: only web/kit/calls/call.ts sends requests to the server`,
      })
  })
  return found
}

function nameOf(node: SyntaxNode): string {
  if (node.type === 'Identifier') return (node['name'] as string | undefined) ?? ''
  if (node.type !== 'MemberExpression' || node['computed'] === true) return ''
  return `${nameOf(node['object'] as SyntaxNode)}.${nameOf(node['property'] as SyntaxNode)}`
}

const chinese = /\p{Script=Han}/u
const latinWord = /[A-Za-z]{2,}/

/** Only gateways open sockets for devices; the rest of the server reaches devices over the bus. */
export function socketBreachesOf(source: SourceFile): Finding[] {
  if (!/^server\/rooms\//.test(source.path) || isTest(source.path)) return []
  return source.imports
    .filter(({ specifier, typeOnly }) => !typeOnly && /^(node:)?(net|tls|dgram)$/.test(specifier))
    .map(({ specifier, line }) => ({
      path: source.path,
      line,
      text: `opens sockets (${specifier}); only gateways may`,
    }))
}

const room = (path: string) => /^(server|web|contract)\/rooms\/([^/]+)/.exec(path)?.[2]

/** The prefixes of addresses that a room states as its own. */
export interface OwnAddresses {
  readonly room: string
  readonly file: string
  readonly prefixes: readonly string[]
}

const isBelow = (address: string, prefix: string) => address === prefix || address.startsWith(`${prefix}/`)

/** A call belongs to the room with the longest prefix of its address; without one, the first word of the address names the room. */
export function addressBreachesOf(
  calls: readonly { at: string; file: string }[],
  stated: readonly OwnAddresses[],
): Finding[] {
  const owners = stated.flatMap(({ prefixes, ...owner }) => prefixes.map((prefix) => ({ ...owner, prefix })))
  const addressOf = ({ at }: { at: string }) => at.slice(at.indexOf(' ') + 1)
  const misplaced = calls.flatMap((call) => {
    const address = addressOf(call)
    const [owner] = owners
      .filter(({ prefix }) => isBelow(address, prefix))
      .sort((a, b) => b.prefix.length - a.prefix.length)
    const named = owner?.room ?? address.split('/')[0]
    if (room(call.file) === named) return []
    return [{ path: call.file, text: `states ${call.at}, which belongs to the room ${named}` }]
  })
  const useless = owners
    .filter(
      ({ room: own, prefix }) => !calls.some((call) => room(call.file) === own && isBelow(addressOf(call), prefix)),
    )
    .map(({ file, prefix }) => ({ path: file, text: `has the prefix ${prefix}, under which the room states no call` }))
  const twice = owners
    .filter(({ prefix }, index) => owners.findIndex((one) => one.prefix === prefix) !== index)
    .map(({ file, prefix }) => ({ path: file, text: `has the prefix ${prefix}, which another room has` }))
  return [...misplaced, ...useless, ...twice]
}

/** Chinese text is next to its English: `{ zh, en }`, neighbours in a call or list, or both in one text around a slash. */
export function pairBreachesOf(source: SourceFile): Finding[] {
  if (isTest(source.path) || source.path.startsWith('scripts/check/')) return []
  const found: Finding[] = []
  const lines = source.text.split('\n')
  const tell = (node: SyntaxNode, text: string) => {
    const line = source.lineAt(node.start)
    // exceptions such as names of places: `// one language: why`, on the line or above it
    if (!lines.slice(Math.max(0, line - 2), line).some((one) => one.includes('// one language: ')))
      found.push({ path: source.path, line, text })
  }
  walk(source, (node, parents) => {
    if (node.type === 'JSXText' && needsWords(String(node['value'])))
      tell(node, `text that is not in a { zh, en } pair: ${String(node['value']).trim().slice(0, 40)}`)
    if (isShownAttribute(node)) tell(node, 'attribute text that is not in a { zh, en } pair')
    const text = textOf(node)
    if (text && chinese.test(text) && !isPaired(node, text, parents))
      tell(node, `Chinese without its English beside it: ${text.slice(0, 40)}`)
  })
  return found
}

/** Symbols, units, abbreviations and the product's own name are the same in both languages. */
function needsWords(text: string): boolean {
  return (
    chinese.test(text) ||
    text
      .replace(/Belvedere|[kMG]bit/g, '')
      .split(/[^A-Za-z]+/)
      .some((word) => /^[A-Z]?[a-z]{2,}$/.test(word))
  )
}

function isShownAttribute(node: SyntaxNode): boolean {
  if (node.type !== 'JSXAttribute') return false
  const name = String((node['name'] as SyntaxNode | undefined)?.['name'])
  const value = node['value'] as SyntaxNode | null
  return (
    /^(title|alt|placeholder|aria-label|aria-description|label)$/.test(name) &&
    value?.type === 'Literal' &&
    needsWords(String(value['value']))
  )
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as SyntaxNode[]).map((part) => (part['value'] as { cooked: string }).cooked).join(' ')
}

function isPaired(node: SyntaxNode, text: string, parents: readonly SyntaxNode[]): boolean {
  if (/[/·]/.test(text) && latinWord.test(text)) return true
  // a text composed of parts counts as the whole value: zh: a + b, zh: on ? a : b
  const at = parents.findIndex(
    ({ type }) =>
      !/^(ConditionalExpression|BinaryExpression|LogicalExpression|TemplateLiteral|ArrowFunctionExpression|TSAsExpression)$/.test(
        type,
      ),
  )
  const holder = parents[at]
  const value = at === 0 ? node : parents[at - 1]
  if (parents.slice(0, at).some((one) => hasEnglishBranch(one))) return true
  if (holder?.type === 'Property') {
    const siblings = ((parents[at + 1]?.['properties'] as SyntaxNode[] | undefined) ?? []).map((one) => keyOf(one))
    return keyOf(holder) === 'zh' && siblings.includes('en')
  }
  const list = (holder?.['arguments'] ?? holder?.['elements']) as SyntaxNode[] | undefined
  const next = list?.[list.indexOf(value as SyntaxNode) + 1]
  return next !== undefined && next !== null && latinWord.test(textOf(next) ?? '')
}

/** `lang === 'zh' ? '成功' : 'Success'`. */
function hasEnglishBranch(node: SyntaxNode): boolean {
  if (node.type !== 'ConditionalExpression') return false
  const branches = [node['consequent'], node['alternate']].map((branch) => textOf(branch as SyntaxNode) ?? '')
  return branches.some((text) => latinWord.test(text) && !chinese.test(text))
}

const keyOf = (property: SyntaxNode) => {
  const { name, value } = (property['key'] ?? {}) as { name?: string; value?: string }
  return name ?? value ?? ''
}

/** Marks of unfinished work, and paths of one person's machine. */
const unwanted: readonly [RegExp, string][] = [
  [/\b(TODO|FIXME|XXX|HACK)\b/, 'unfinished work'],
  [/\bSPEC(\.md)?,? sections? \d/, 'a section number of the specification; refer to docs/rules.md'],
  [/lorem ipsum/i, 'a placeholder text'],
  [/(?<![\w.:/-])\/(home|Users|root|work)\/[\w.-]+\//, 'a path of one machine'],
  [/-----BEGIN (EC |RSA )?PRIVATE KEY-----\n[A-Za-z0-9+/]/, 'a private key'],
]

/** Text that must not occur in any file of the project. */
export function wordBreachesOf(path: string, text: string): Finding[] {
  if (path.startsWith('scripts/check/')) return []
  return unwanted.flatMap(([pattern, what]) => {
    const match = pattern.exec(text)
    return match
      ? [{ path, line: text.slice(0, match.index).split('\n').length, text: `${what}: ${match[0].slice(0, 40)}` }]
      : []
  })
}

/** The checks of one parsed file. */
export function breachesIn(source: SourceFile): Finding[] {
  return [
    ...sqlBreachesOf(source),
    ...fetchBreachesOf(source),
    ...socketBreachesOf(source),
    ...guardBreachesOf(source),
    ...errorBreachesOf(source),
    ...pairBreachesOf(source),
    ...pluralBreachesOf(source),
    ...shellBreachesOf(source),
    ...familyBreachesOf(source),
    ...elapsedBreachesOf(source),
    ...retryBreachesOf(source),
    ...tableBreachesOf(source),
  ]
}

export const resolvesInside = (source: SourceFile, exists: (path: string) => boolean): Finding[] =>
  source.imports
    .map(({ specifier, line }) => ({ line, target: targetOf(source.path, specifier) }))
    .filter(({ target }) => !/^(npm|node):/.test(target) && isCode(target) && !exists(target))
    .map(({ line, target }) => ({ path: source.path, line, text: `imports ${target}, which does not exist` }))
