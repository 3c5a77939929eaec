import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, root, type SourceFile, walk } from '../source.ts'

const folders = (path: string): string[] =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [entry.name] : [],
      )
    : []

/** Families of devices and protocols: the names of the drivers' folders. */
export const familyNames: ReadonlySet<string> = new Set([...folders('drivers/device'), ...folders('drivers/protocol')])

/** Texts of a node: a string, or the fixed parts of a template. */
function textsOf(node: SyntaxNode): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  if (node.type !== 'TemplateLiteral') return []
  return (node['quasis'] as { value: { cooked?: string } }[]).flatMap(({ value }) => value.cooked ?? [])
}

/** The name, if the text consists of it alone or contains it in quotation marks within SQL. */
function nameIn(text: string, names: ReadonlySet<string>): string | undefined {
  if (names.has(text)) return text
  return [...text.matchAll(/'([\w-]{1,40})'/g)].map(([, name = '']) => name).find((name) => names.has(name))
}

/** Rooms and screens query the capabilities of a driver; they name no family and no protocol. */
export function familyBreachesOf(source: SourceFile, names: ReadonlySet<string> = familyNames): Finding[] {
  if (!/^(server\/rooms|web)\//.test(source.path) || isTest(source.path)) return []
  const found: Finding[] = []
  walk(source, (node) => {
    for (const text of textsOf(node)) {
      const name = nameIn(text, names)
      if (name)
        found.push({
          path: source.path,
          line: source.lineAt(node.start),
          text: `names ${name}, a family or protocol; query the driver instead (drivers/kit/define-device-driver.ts)`,
        })
    }
  })
  return found
}
