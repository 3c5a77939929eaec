import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, type SourceFile, walk } from '../source.ts'

/**
 * An English text that counts has a form for one: `{n} {n:device|devices}`. That a place is a number, its Chinese tells: a measure
 * word follows it there (`{n} 台`), or it ends a phrase (`终端 {n}`). What follows a name (`{name} loses`) is no plural then.
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
      const text = `counts without a form for one: ${plural}; {n:device|devices} is one`
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

/** The texts of a value, of each branch; what is put into a template stands as a place: `${n}` as `{n}`. */
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

/** Limits that are set to more than one. */
const never = /^(most|max|[A-Z_]+)$/

/** Where the noun of a number cannot be any more. */
const stop = /^(of|in|at|to|for|by|from|over|on|and|or|with|without|than|is|was|has|are|were|have|does|that|which|s)$/

const isPlural = (word: string) => /^(people|children)$/.test(word) || /^(?!.*(ss|us|is)$)[a-z-]{2,}s$/.test(word)

/** `3 connected terminals`: at most two words stand before the noun. */
function pluralsIn(text: string, counts: ReadonlySet<string>): string[] {
  return [...text.matchAll(/(?<!\d)\{(\w+)\}((?: [a-z-]+){1,3})/g)].flatMap(([, name = '', after = '']) => {
    if (!counts.has(name) || never.test(name)) return []
    const words = after.trim().split(' ')
    const end = words.findIndex((word) => stop.test(word))
    const noun = words.slice(0, end < 0 ? undefined : end).findIndex(isPlural)
    return noun < 0 ? [] : [`{${name}} ${words.slice(0, noun + 1).join(' ')}`]
  })
}
