import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { BuildLoads } from './first-loads.ts'

/** Next to Vite's manifest. */
const fileName = '.vite/first-loads.json'
const main = 'main.tsx'
const shell = 'shell/open-shell.tsx'
const isView = /^rooms\/.+\/view\.tsx$/

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** Records the files of the first load of each screen. */
export function firstLoads(): Plugin {
  let root = ''
  return {
    name: 'belvedere:first-loads',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      // Vite has removed the entry by then, because it contains only imports
      order: 'post',
      handler(_options, bundle) {
        const chunks: Chunks = new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
        )
        const isPart = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(loadsOf(chunks, root, isPart)) })
      },
    },
  }
}

function loadsOf(chunks: Chunks, root: string, isPart: (id: string) => boolean): BuildLoads {
  const start: string[] = []
  const parts: BuildLoads['parts'] = {}
  for (const chunk of chunks.values()) {
    for (const id of chunk.moduleIds.filter((id) => id.startsWith(root))) {
      if (id === join(root, main)) start.push(...closure(chunks, chunk))
      else if (isPart(id)) parts[id.slice(root.length + 1)] = [...closure(chunks, chunk)]
    }
  }
  for (const [name, files] of Object.entries(parts)) parts[name] = files.filter((file) => !start.includes(file))
  return { start, parts, screens: screensOf(parts, root) }
}

function screensOf(parts: BuildLoads['parts'], root: string): BuildLoads['screens'] {
  const views = Object.keys(parts).filter((name) => isView.test(name))
  return views.flatMap((view) => {
    const stated = statedBeside(join(root, view))
    const needs = stated?.isPublic ? [view] : [shell, view]
    return stated
      ? [{ pattern: patternOf(stated.path), files: [...new Set(needs.flatMap((name) => parts[name] ?? []))] }]
      : []
  })
}

/** The files of a chunk and of all its static imports. */
function closure(chunks: Chunks, chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): Set<string> {
  if (!chunk || found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const name of chunk.imports) closure(chunks, chunks.get(name), found)
  return found
}

/** The address defined by the screen file beside a view. */
function statedBeside(view: string): { path: string; isPublic: boolean } | undefined {
  const read = (name: string) => {
    const file = view.replace('view.tsx', name)
    return existsSync(file) ? /\bpath: '([^']*)'/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  }
  const inside = read('screen.ts')
  if (inside !== undefined) return { path: inside, isPublic: false }
  const outside = read('public-screen.ts')
  return outside === undefined ? undefined : { path: outside, isPublic: true }
}

/** Converts `/a/$name` and `/a/{-$name}` to the text of a regular expression. */
export function patternOf(path: string): string {
  const parts = path.split('/').slice(1)
  return `^${parts.map((part) => (part.startsWith('{-$') ? '(?:/[^/]*)?' : part.startsWith('$') ? '/[^/]+' : `/${part}`)).join('')}$`
}
