import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isCode } from '../../../kernel/discovery/find-exports.ts'
import { isRule, type PatrolRule } from './define-rule.ts'

const folder = join(import.meta.dirname, '../rule')

/** Every rule, by code: the files in the folders of `rule/`, by their names. */
export const catalogue: ReadonlyMap<string, PatrolRule> = new Map(
  (await Promise.all((await codeFiles()).map(rulesIn))).flat().map((rule) => [rule.code, rule]),
)

async function codeFiles(): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => isCode(basename(path)))
  return files.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
}

async function rulesIn(file: string): Promise<PatrolRule[]> {
  return Object.values((await import(join(folder, file))) as object).filter(isRule)
}
