import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, type SourceFile, walk } from '../source.ts'

/**
 * An English text with a number has a singular form: `{n} {n:device|devices}`. The Chinese text shows that a placeholder is a number: a
 * measure word follows it (`{n} 台`), or it ends a phrase (`终端 {n}`). A word after a name (`{name} loses`) is therefore not a plural.
 */
export function pluralBreachesOf(source: SourceFile): Finding[] {
  if (isTest(source.path) || source.path.startsWith('scripts/check/')) return []
  const found: Finding[] = []
  walk(source, (node) => {
    if (node.type !== 'ObjectExpression') return
    const [zh, en] = ['zh', 'en'].map((key) => valueOf(node, key))
    if (!zh || !en) return
    const counts = new Set(textsIn(source, zh).flatMap(countsIn))
    for (const plural of textsIn(source, en).flatMap((text) => pluralsIn(text, counts))) {
      const text = `has a number without a singular form: ${plural}; write {n:device|devices}`
      found.push({ path: source.path, line: source.lineAt(en.start), text })
    }
  })
  return found
}

function valueOf(object: SyntaxNode, name: string): SyntaxNode | undefined {
  const all = object['properties'] as SyntaxNode[]
  return all.find(({ key }) => (key as { name?: string } | undefined)?.name === name)?.['value'] as
    | SyntaxNode
    | undefined
}

/** The texts of a value, of each branch; an inserted value becomes a placeholder: `${n}` as `{n}`. */
function textsIn(source: SourceFile, node: SyntaxNode): string[] {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((branch) => textsIn(source, branch as SyntaxNode))
  if (node.type !== 'TemplateLiteral') return []
  const filled = (node['expressions'] as SyntaxNode[]).map(
    ({ start, end }) => `{${source.text.slice(start, end).replace(/\W/g, '')}}`,
  )
  const parts = (node['quasis'] as SyntaxNode[]).map((part) => (part['value'] as { cooked: string }).cooked)
  return [parts.map((part, at) => part + (filled[at] ?? '')).join('')]
}

const counted = /(?<!第 ?)\{(\w+)\} ?[台个条次份项处行级张名位批页件组段种座家层句天周年月日小时分钟秒字节端包点]/gu
const ending = /\p{Script=Han} \{(\w+)\}(?=$|[，。；、）/])/gu

const countsIn = (text: string): string[] =>
  [...text.matchAll(counted), ...text.matchAll(ending)].map(([, name = '']) => name)

/** Limits, which are always greater than one. */
const never = /^(most|max|[A-Z_]+)$/

/** Words that end the search for the noun of a number. */
const stop = /^(of|in|at|to|for|by|from|over|on|and|or|with|without|than|is|was|has|are|were|have|does|that|which|s)$/

const isPlural = (word: string) => /^(people|children)$/.test(word) || /^(?!.*(ss|us|is)$)[a-z-]{2,}s$/.test(word)

/** `3 connected terminals`: there are at most two words before the noun. */
function pluralsIn(text: string, counts: ReadonlySet<string>): string[] {
  return [...text.matchAll(/(?<!\d)\{(\w+)\}((?: [a-z-]+){1,3})/g)].flatMap(([, name = '', after = '']) => {
    if (!counts.has(name) || never.test(name)) return []
    const words = after.trim().split(' ')
    const end = words.findIndex((word) => stop.test(word))
    const noun = words.slice(0, end < 0 ? undefined : end).findIndex(isPlural)
    return noun < 0 ? [] : [`{${name}} ${words.slice(0, noun + 1).join(' ')}`]
  })
}
