import type { Finding } from './finding.ts'

/** Documents that promise something and name where it is kept; what they name must be there. */
export const promisingDocuments: readonly string[] = ['docs/security.md', 'docs/asvs.md']

const named = /`((?:agent|bench|contract|docs|drivers|e2e|pure|scripts|server|web)\/[\w./-]+)`/g

/** Files and folders that a document names and that are not there. */
export function documentBreachesOf(path: string, text: string, isThere: (path: string) => boolean): Finding[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(named)].flatMap(([, name = '']) =>
        isThere(name) ? [] : [{ path, line: index + 1, text: `names ${name}, which is not there` }],
      ),
    )
}
