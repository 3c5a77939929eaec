import { readdir } from 'node:fs/promises'
import { isScenario, type Scenario } from './define-scenario.ts'

/** Every scenario in this folder, by name: a new file is a new scenario. */
export async function findScenarios(): Promise<Map<string, Scenario>> {
  const here = new URL('./', import.meta.url)
  const files = (await readdir(here)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, here).href) as Promise<Record<string, unknown>>),
  )
  const scenarios = modules.flatMap((module) => Object.values(module)).filter(isScenario)
  return new Map(scenarios.map((scenario) => [scenario.name, scenario]))
}
