import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { isCalls, type CallSpec, type Calls } from '../contract/kit/define-calls.ts'

const callFile = /[\\/]contract[\\/]rooms[\\/][^\\/]+[\\/][^\\/]+\.ts$/
/** Contract files without a schema library; the web imports them unchanged. */
const plainFile = /[\\/]([a-z-]+-)?(enums|errors|roles)\.ts$/

/**
 * Replaces a contract file whose values the web imports by the parts of each call that a browser needs. The schemas
 * and the schema library are left out; the types come from the original file.
 */
export function contractCalls(): Plugin {
  return {
    name: 'belvedere:contract-calls',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!callFile.test(file) || plainFile.test(file)) return null
      this.addWatchFile(file)
      // The query bypasses Node's module cache, so that a changed contract is reloaded during development.
      const exported = (await import(`${pathToFileURL(file).href}?at=${Date.now()}`)) as Record<string, unknown>
      return projectModule(exported)
    },
  }
}

/** Source text that exports, for every value of `defineCalls`, its projection under the same name. */
export function projectModule(exported: Record<string, unknown>): string {
  const lines = Object.entries(exported)
    .filter((entry): entry is [string, Calls] => isCalls(entry[1]))
    .map(([name, calls]) => `export const ${name} = ${JSON.stringify(projectCalls(calls))}`)
  return lines.join('\n') || 'export {}'
}

function projectCalls(calls: Calls) {
  return Object.fromEntries(Object.entries(calls).map(([key, call]) => [key, projectCall(call)]))
}

function projectCall({ at, shows, blob, who, undoable }: CallSpec) {
  return { at, who, ...(shows && { shows }), ...(blob && { blob }), ...(undoable && { undoable }) }
}
