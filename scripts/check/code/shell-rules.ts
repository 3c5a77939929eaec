import { spawnSync } from 'node:child_process'
import { openWrtPrograms } from '../../../pure/device/device-shell.ts'
import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, type SourceFile, walk } from '../source.ts'

/** Commands that the shell itself provides. */
const builtIn =
  `. : [ break cd command continue echo eval exec exit export false getopts hash kill local printf pwd read readonly return
  set shift test times trap true type ulimit umask unset wait`.split(/\s+/)
const keywords = /^(?:(?:if|then|else|elif|while|until|do|\{|!)(?:\s+|$))+/
const structure = new Set(['', '}', 'done', 'fi', 'esac', 'for', 'case'])

/** Syntax that BusyBox ash does not support, or supports only in some builds. */
const foreign: readonly [RegExp, string][] = [
  [/\[\[/, '[[ ]]'],
  [/\bfunction\s+\w/, 'function'],
  [/<<</, 'a here-string'],
  [/[<>]\(/, 'process substitution'],
  [/\$Q/, "$'…'"],
  [/\$\{\w+(?:\/|:\s*[0-9]|\^|,)/, 'a bash expansion'],
  [/(?:^|\s)\[\s[^\]\n]*\s==\s/, '== in a test'],
  [/&>|\|&/, '&> or |&'],
  [/(?:^|\s)\w+=\(/, 'an array'],
  [/\{\d+\.\.\d+\}/, '{1..9}'],
  [/(?:^|[\s;])(?:declare|typeset|let|pushd|popd|disown|shopt|source|select)\s/, 'a bash command'],
  [/\becho\s+-[en]/, 'echo with options'],
  [/\$\{?(?:RANDOM|BASH\w*|PIPESTATUS|SECONDS)\b/, 'a variable of bash'],
  [/\bread\s+-[a-qs-z]/, 'read with options of bash'],
]

interface ScannedScript {
  /** The text outside of quotes and comments; a quoted part is replaced by `Q`, a substitution by `$SUB`. */
  bare: string
  substitutions: { body: string; plain: boolean }[]
}

/** The faults of a shell script for a device. */
export function shellFaultsOf(given: string): string[] {
  const ends = new Set([...given.matchAll(/<<-?\s*'?(\w+)'?/g)].map(([, name]) => name))
  // the content of a here-document is a script as well
  const text = given
    .split('\n')
    .filter((line) => !ends.has(line))
    .join('\n')
    .replace(/<<-?\s*'?\w+'?/g, '<file')
  const functions = [...text.matchAll(/(?:^|\s)(\w+)\(\)/g)].map(([, name]) => name ?? '')
  return [...new Set(faultsIn(text, text, new Set([...openWrtPrograms, ...builtIn, ...functions])))]
}

function faultsIn(text: string, whole: string, known: ReadonlySet<string>): string[] {
  const { bare, substitutions } = scan(text)
  return [
    ...foreign.flatMap(([pattern, what]) => (pattern.test(bare) ? [`${what} is not supported by BusyBox ash`] : [])),
    ...commandsOf(bare).flatMap((name) => (known.has(name) ? [] : [`${name} is not a program of OpenWrt's BusyBox`])),
    ...unquotedIn(bare, whole),
    ...substitutions.flatMap(({ plain }) => (plain ? ['an unquoted $(…) may be no word or several'] : [])),
    ...emptyKills(text, whole),
    ...(/\brm\s+-\w*r\w*\s[^\n;]*\$\w/.test(text) ? ['rm -r of a variable that may be empty'] : []),
    ...substitutions.flatMap(({ body }) => faultsIn(body, whole, known)),
  ]
}

/** `kill -0 ""` succeeds in BusyBox ash. */
function emptyKills(text: string, whole: string): string[] {
  const code = text.replace(/(^|\s)#.*$/gm, '')
  return [...code.matchAll(/(?:^|[\s;|&(])kill\s([^\n;|&]*)/g)].flatMap(([, args = '']) => {
    if (/\$\(|`|""|''/.test(args)) return ['kill of a value that may be empty, which succeeds in BusyBox ash']
    const unchecked = [...args.matchAll(/\$\{?(\w+)/g)].some(([, name]) => !whole.includes(`[ -n "$${name}" ]`))
    return unchecked ? ['kill of a variable that may be empty; check it before'] : []
  })
}

/** Variables outside of quotes, except those that contain a literal, a number or a word of a list. */
function unquotedIn(bare: string, whole: string): string[] {
  return [...bare.matchAll(/(.?)\$\{?([A-Za-z_]\w*)/g)].flatMap(([, before, name = '']) => {
    if (name === 'SUB' || before === '=') return []
    const values = [...whole.matchAll(new RegExp(`(?:^|[\\s;])${name}=(\\$\\(\\(|[^\\s;]*)`, 'gm'))].map(
      ([, one]) => one,
    )
    const listed = new RegExp(`\\bfor ${name} in\\b`).test(whole)
    const literal = values.length > 0 && values.every((one) => one === '$((' || /^[\w./:-]+$/.test(one ?? ''))
    return listed || literal ? [] : [`$${name} outside of quotes`]
  })
}

function commandsOf(bare: string): string[] {
  return bare
    .replace(/\d*[<>]+&?\s*[^\s;|&()]+/g, ' ')
    .replace(/(\bin\s+|;;\s*)(?!esac)[^()\s]+\)/g, '$1;')
    .replace(/\w+\(\)/g, '')
    .split(/\n|;|&|\||\(|\)/)
    .map((part) => part.trim().replace(keywords, ''))
    .map((part) => part.replace(/^(?:\w+=\S*\s*)+/, '').split(/\s/)[0] ?? '')
    .filter((word) => !structure.has(word) && !/^[/$Q]/.test(word))
}

function scan(text: string): ScannedScript {
  let bare = ''
  let inside = false
  const substitutions: ScannedScript['substitutions'] = []
  for (let at = 0; at < text.length; ) {
    const one = text[at] ?? ''
    const add = (shown: string, length: number) => {
      if (!inside) bare += shown
      at += length
    }
    if (one === '\\') add('Q', 2)
    else if (one === "'" && !inside) add('Q', Math.max(1, text.indexOf("'", at + 1) + 1 - at))
    else if (one === '"') {
      if (!inside) bare += 'Q'
      inside = !inside
      at++
    } else if (text.startsWith('$((', at)) add('1', lengthOf(text, at + 1) + 1)
    else if (text.startsWith('$(', at)) {
      const length = lengthOf(text, at + 1)
      // the value of an assignment is always one word
      const plain = !inside && !/(?:^|[\s;(])\w+=$/.test(bare)
      substitutions.push({ body: text.slice(at + 2, at + length), plain })
      add('$SUB', length + 1)
    } else if (one === '#' && !inside && /(^|\s)$/.test(bare)) add('', text.slice(at).search(/\n|$/))
    else add(one, 1)
  }
  return { bare, substitutions }
}

/** Length from an opening bracket to its closing one, both included. */
function lengthOf(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1 - open
  }
  return text.length - open
}

/** Scripts for shells of devices: tagged `deviceShell`, without constructs that BusyBox ash lacks or interprets otherwise. */
export function shellBreachesOf(source: SourceFile): Finding[] {
  if (!/^(server|drivers|agent|pure)\//.test(source.path) || isTest(source.path)) return []
  const found: Finding[] = []
  walk(source, (node, [parent]) => {
    const text = shownText(node)
    if (text === undefined || !text.startsWith('#!/bin/sh')) return
    const tell = (what: string) => found.push({ path: source.path, line: source.lineAt(node.start), text: what })
    if (isTagged(parent)) for (const fault of faultsOf(text)) tell(`device shell: ${fault}`)
    else if (text !== '#!/bin/sh' || parent?.type === 'ArrayExpression')
      tell('is a shell script for a device; write it as one template, deviceShell`…`')
  })
  return found
}

const faultsOf = (text: string) => [...shellFaultsOf(text), ...parsed(text)]

const isTagged = (parent: SyntaxNode | undefined) =>
  parent?.type === 'TaggedTemplateExpression' && (parent['tag'] as SyntaxNode)['name'] === 'deviceShell'

/** The text of a literal or a template; each inserted value counts as a number or a word. */
function shownText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node['quasis'] as { value: { cooked?: string } }[]).map(({ value }) => value.cooked ?? '').join('1')
}

/** Whether BusyBox is installed and can parse the scripts as well. */
export const hasBusyBox = () => spawnSync('busybox', ['true']).status === 0

function parsed(text: string): string[] {
  const { status, stderr, error } = spawnSync('busybox', ['ash', '-n'], { input: text, encoding: 'utf8' })
  return error || status === 0 ? [] : [stderr.trim().slice(0, 200)]
}
