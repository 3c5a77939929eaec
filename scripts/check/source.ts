import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ParseResult, parseSync, visitorKeys } from 'oxc-parser'

export const root = join(import.meta.dirname, '../..')

export interface Import {
  readonly specifier: string
  readonly line: number
  /** Nothing of the import remains when the types are stripped. */
  readonly typeOnly: boolean
  /** A dynamic import, `import()`. */
  readonly late: boolean
}

/** A parsed source file. `path` is relative to the root, with slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly program: ParseResult['program']
  readonly imports: readonly Import[]
  lineAt(offset: number): number
}

const skipped = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'coverage'])

/** All files of the project below `folder`, without generated and installed ones. */
export function listFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(path)
    return entry.isFile() ? [path] : []
  })
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = (path: string) => /\.(test|e2e)\.tsx?$|(^|\/)test-[^/]+\.tsx?$|-conformance\.ts$/.test(path)

/** Parses a text as the file `path`. Throws on a syntax error: an unreadable file must not pass a check. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  const lineAt = (offset: number) => 1 + starts.filter((start) => start <= offset).length
  const { staticImports, staticExports, dynamicImports } = module
  const statics = staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    line: lineAt(start),
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    late: false,
  }))
  const again = staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, line: lineAt(start), typeOnly: isType, late: false }] : [],
    ),
  )
  const dynamic = dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    return literal ? [{ specifier: literal, line: lineAt(start), typeOnly: false, late: true }] : []
  })
  return { path, text, program, imports: [...statics, ...again, ...dynamic], lineAt }
}

export const readSource = (path: string) => parseSource(path, readFileSync(join(root, path), 'utf8'))

/** The target of an import: a path of the project, `npm:name`, or `node:name`. */
export function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, join(root, from, '..', specifier)).replaceAll('\\', '/')
  if (specifier.startsWith('node:')) return specifier
  const ours = /^@belvedere\/(.+)$/.exec(specifier)?.[1]
  if (ours) return ours
  return `npm:${specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')}`
}

/** A node of the syntax tree, with the fields that the checks use. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Calls `meet` for every node below the program, with its ancestors, the nearest first. */
export function walk(source: SourceFile, meet: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void): void {
  const step = (node: SyntaxNode, parents: readonly SyntaxNode[]) => {
    meet(node, parents)
    const below = [node, ...parents]
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key] as SyntaxNode | (SyntaxNode | null)[] | null | undefined
      for (const one of Array.isArray(child) ? child : [child]) if (one) step(one, below)
    }
  }
  step(source.program as unknown as SyntaxNode, [])
}
