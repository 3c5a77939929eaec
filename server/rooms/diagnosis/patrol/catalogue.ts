import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '../../../kernel/find-exports.ts'
import { isRule, type PatrolRule } from './define-rule.ts'

const folder = join(import.meta.dirname, 'rule')

/** Every rule, by code: what is in `rule/`. */
export const catalogue: ReadonlyMap<string, PatrolRule> = new Map(
  (await Promise.all((await readdir(folder)).filter(isCode).map(rulesIn))).flat().map((rule) => [rule.code, rule]),
)

async function rulesIn(file: string): Promise<PatrolRule[]> {
  return Object.values((await import(join(folder, file))) as object).filter(isRule)
}
