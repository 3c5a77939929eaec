import type { Finding } from '../finding.ts'
import { isTest, type SourceFile } from '../source.ts'

const elapsed = String.raw`(?:performance|Date)\.now\(\) - \w`
const direct = new RegExp(String.raw`expect\([^\n]*${elapsed}[^\n]*\)\.toBeLess`, 'g')
const named = new RegExp(String.raw`\bconst (\w+) = [^\n]*${elapsed}`, 'g')

/** Tests do not compare elapsed time with a limit, because it depends on the machine; figures in `bench/` do. */
export function elapsedBreachesOf({ path, text, lineAt }: SourceFile): Finding[] {
  if (!isTest(path) || path.startsWith('scripts/check/')) return []
  const names = [...text.matchAll(named)].map(([, name]) => name)
  const byName =
    names.length > 0 ? new RegExp(String.raw`expect\((?:${names.join('|')})\b[^\n]*\.toBeLess`, 'g') : undefined
  const found = [...text.matchAll(direct), ...(byName ? text.matchAll(byName) : [])]
  return found.map(({ index }) => ({
    path,
    line: lineAt(index),
    text: 'compares elapsed time with a limit, which fails on a slow machine; measure it by a figure in bench/',
  }))
}

/** A test passes at the first attempt. */
export function retryBreachesOf({ path, text, lineAt }: SourceFile): Finding[] {
  const isConfig = /(^|\/)(vitest|playwright)[\w.]*\.config\.ts$/.test(path)
  if ((!isTest(path) && !isConfig) || path.startsWith('scripts/check/')) return []
  return [...text.matchAll(/\b(?:retry|retries): *(?!0\b)[\w.]+|--retr(?:y|ies)\b/g)].map(({ index, 0: what }) => ({
    path,
    line: lineAt(index),
    text: `${what}: failed tests are not retried`,
  }))
}

const statement =
  /\b(?:insert into [a-z_]+|delete from [a-z_]+|truncate [a-z_]+|update [a-z_]+(?: [a-z]+)?\s+set|create (?:or replace )?trigger [a-z_]+)\b/g

/** Journeys that change tables of the product by SQL. The list only shrinks. */
export const writeTables: readonly string[] = [
  'e2e/attacks/mail-abuse.e2e.ts',
  'e2e/attacks/rights-that-end.e2e.ts',
  'e2e/kit/history.ts',
  'e2e/patrol.e2e.ts',
]

/** A journey changes the product through its calls, as users do. */
export function tableBreachesOf({ path, text, lineAt }: SourceFile, exceptions = writeTables): Finding[] {
  if (!path.startsWith('e2e/')) return []
  const found = [...text.matchAll(statement)]
  if (!exceptions.includes(path))
    return found.map(({ index, 0: what }) => ({ path, line: lineAt(index), text: `${what}: changes a table by SQL` }))
  return found.length > 0
    ? []
    : [{ path, text: 'no longer changes a table: remove it from scripts/check/code/suite-rules.ts' }]
}
