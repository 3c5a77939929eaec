import type { Finding } from '../finding.ts'

/** Documents that state properties of the product and name the files that ensure them; these files must exist. */
export const promisingDocuments: readonly string[] = [
  'docs/security.md',
  'docs/asvs.md',
  'docs/rules.md',
  'ARCHITECTURE.md',
]

const named = /`((?:agent|bench|contract|docs|drivers|e2e|pure|scripts|server|web)\/[\w./-]+)`/g

/** Files and folders that a document names and that do not exist. */
export function documentBreachesOf(path: string, text: string, isThere: (path: string) => boolean): Finding[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(named)].flatMap(([, name = '']) =>
        isThere(name) ? [] : [{ path, line: index + 1, text: `names ${name}, which does not exist` }],
      ),
    )
}

/** Rows of the tables in `docs/rules.md` that name no test as their proof. */
export function unprovedRulesIn(path: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const [, rule = '', proof = ''] = /^\| (.*) \| (.*) \|$/.exec(line) ?? []
    if (rule === '' || rule === 'rule' || rule === '---') return []
    return /`[\w./-]+\.(?:test|e2e)\.ts`/.test(proof) ? [] : [{ path, line: index + 1, text: 'the rule names no test' }]
  })
}

/** A walk is a section `## …, walked` of numbered steps. Each step names files, and code that one of them contains. */
export function walkBreachesIn(path: string, text: string, read: (path: string) => string | undefined): Finding[] {
  return text.split(/^## /m).flatMap((section) => {
    if (!/^.*, walked\b/.test(section)) return []
    const before = text.slice(0, text.indexOf(section)).split('\n').length
    const steps = section.split(/^(?=\d+\. )/m)
    let line = before + (steps[0]?.split('\n').length ?? 1) - 1
    return steps.slice(1).flatMap((step) => {
      const found = stepBreachesIn(step.split('\n\n')[0] ?? '', read).map((breach) => ({ path, line, text: breach }))
      line += step.split('\n').length - 1
      return found
    })
  })
}

function stepBreachesIn(step: string, read: (path: string) => string | undefined): string[] {
  const files = [...step.matchAll(named)].flatMap(([, name = '']) => read(name) ?? [])
  if (files.length === 0) return ['the step names no file']
  const code = [...step.matchAll(/`([A-Za-z]\w*(?:\.\w+)*)(?:\([^`]*\))?`/g)].map(
    ([, name = '']) => name.split('.').at(-1) ?? name,
  )
  return code
    .filter((name) => !files.some((file) => new RegExp(`\\b${name}\\b`).test(file)))
    .map((name) => `names ${name}, which no file of its step contains`)
}
