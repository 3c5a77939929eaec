import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { discover } from '../../../server/kernel/discovery/discover.ts'
import { discoverDrivers } from '../../../server/devices/discover-drivers.ts'
import { openApi } from '../../../server/kernel/http/openapi.ts'
import type { Finding } from '../finding.ts'
import { catalogueBreachesOf } from '../contract/catalogue-rules.ts'
import { barBreachesOf, claimOf, mayClaim, printBar } from '../contract/bar.ts'
import { confirmBreachesOf } from '../contract/confirm-rules.ts'
import { addressBreachesOf } from '../house-rules.ts'
import { findOwnAddresses } from '../contract/own-addresses.ts'
import { readInventory, servedByShell } from './inventory.ts'
import { printCalls } from './print-calls.ts'
import { printErrors } from './print-errors.ts'
import { printEvents } from './print-events.ts'
import { printOpenApi } from './print-openapi.ts'
import { printInputs } from './print-inputs.ts'
import { printPermissions } from './print-permissions.ts'
import { printRights } from './print-rights.ts'
import { planBreachesOf } from '../contract/plan-rules.ts'
import { printSources } from './print-sources.ts'
import { findScreens, printScreens, sameAddress } from './print-screens.ts'
import { reachOf } from '../contract/reach-rules.ts'
import { routeBreachesOf } from '../contract/route-rules.ts'
import { isCode, isTest, listFiles, readSource, root } from '../source.ts'

export interface CheckOutcome {
  readonly findings: readonly Finding[]
  /** Counts that are printed when there are no findings. */
  readonly note?: string
}

const isProgram = (path: string) => isCode(path) && !isTest(path)

/** Loads all rooms, which fails if they are incomplete, and compares them with the specification. */
export async function checkContract(): Promise<CheckOutcome> {
  const [{ calls }, screens, ownAddresses] = await Promise.all([discover(), findScreens(), findOwnAddresses()])
  const { calls: stated, routes, errors } = readInventory()
  const here = new Set<string>(calls.map(({ spec }) => spec.at))
  const done = stated.filter(({ at }) => here.has(at)).length
  const shown = new Set(screens.filter(({ planned }) => !planned).map(({ path }) => sameAddress(path)))
  const screensDone = routes.filter(({ path }) => servedByShell.test(path) || shown.has(sameAddress(path))).length
  const planned = screens.filter(({ planned }) => planned)
  const places = calls.map(({ spec, name }) => ({
    at: spec.at,
    file: `contract/rooms/${name.slice(0, name.indexOf('.'))}.ts`,
  }))
  const added = here.size - done
  return {
    findings: [
      ...addressBreachesOf(places, ownAddresses),
      ...planBreachesOf(screens, listFiles('web/rooms')),
      ...routeBreachesOf(routes, screens),
      ...catalogueBreachesOf(errors, readIfThere),
      ...confirmBreachesOf(calls, reachOf(listFiles('server').filter(isProgram).map(readSource))),
    ],
    note: [
      `calls ${done} of ${stated.length}, ${added} added; screens ${screensDone} of ${routes.length}`,
      ...planned.map(({ path, title }) => `       planned: ${path}  ${title.en}`),
    ].join('\n'),
  }
}

function readClaims() {
  const files = listFiles().filter(mayClaim).sort()
  return files.map((path) => claimOf(path, readIfThere(path))).filter(({ points }) => points.length > 0)
}

async function printAll(): Promise<Record<string, string>> {
  const [house, screens, drivers] = await Promise.all([discover(), findScreens(), discoverDrivers()])
  const inventory = readInventory()
  const all: ErrorSpec[] = [...Object.values(commonErrors), ...house.calls.flatMap(({ spec }) => spec.errors ?? [])]
  const errors = [...new Map(all.map((error) => [error.code, error])).values()]
  return {
    'calls.md': printCalls(house.calls, inventory),
    'screens.md': printScreens(screens, inventory),
    'errors.md': printErrors(errors),
    'events.md': printEvents(house),
    'permissions.md': printPermissions(house.calls),
    'inputs.md': printInputs(house.calls),
    'rights.md': printRights(house.calls),
    'sources.md': printSources(drivers),
    'bar.md': printBar(readClaims()),
    'openapi.json': printOpenApi(openApi(house.calls)),
  }
}

/** Compares the printed lists with the files of the repository. Outside of CI an outdated file is written again, to be committed. */
export async function checkPrinted(): Promise<CheckOutcome> {
  const folder = 'docs/printed'
  const printed = Object.entries(await printAll())
  const stale = printed.filter(([name, text]) => readIfThere(`${folder}/${name}`) !== text)
  if (!process.env['CI']) {
    mkdirSync(join(root, folder), { recursive: true })
    for (const [name, text] of stale) writeFileSync(join(root, folder, name), text)
  }
  const says = process.env['CI']
    ? 'differs from the output of the code; run npm run check and commit the file'
    : 'was outdated and has been written again; commit it'
  return {
    findings: [...stale.map(([name]) => ({ path: `${folder}/${name}`, text: says })), ...barBreachesOf(readClaims())],
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}
