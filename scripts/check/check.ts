import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { circlesOf } from './imports/circles.ts'
import { documentBreachesOf, promisingDocuments, unprovedRulesIn, walkBreachesIn } from './text/document-rules.ts'
import { show } from './finding.ts'
import { formerWordsIn } from './text/former-words.ts'
import { breachesIn, nameBreachesOf, resolvesInside, wordBreachesOf } from './house-rules.ts'
import { folderBreachesOf } from './folder-rules.ts'
import { functionBreachesOf } from './code/function-rules.ts'
import { floorBreachesOf, floorDocumentBreachesOf, floorNote } from './imports/floor-rules.ts'
import { breachesOf } from './imports/import-rules.ts'
import { layerBreachesOf, layerNote } from './imports/layer-rules.ts'
import { checkContract, checkPrinted, type CheckOutcome } from './print/printed.ts'
import { roomCirclesOf } from './imports/room-circles.ts'
import { roomBreachesOf } from './imports/room-rules.ts'
import { runTool } from './run-tool.ts'
import { checkSchema } from './database/schema.ts'
import { tableBreachesOf, tableNote } from './database/table-rules.ts'
import { hasBusyBox } from './code/shell-rules.ts'
import { isCode, listFiles, readSource, root } from './source.ts'
import { typeNameBreachesOf } from './code/type-names.ts'

const isText = (path: string) =>
  /\.(ts|tsx|mjs|json|md|sql|css|html|sh|tsv|yml|yaml)$/.test(path) && path !== 'package-lock.json'

function checkImports(): CheckOutcome {
  const sources = listFiles().filter(isCode).map(readSource)
  const paths = new Set(sources.map(({ path }) => path))
  const findings = [
    ...sources.flatMap((one) => resolvesInside(one, (path) => paths.has(path))),
    ...sources.flatMap(breachesOf),
    ...circlesOf(sources),
    ...layerBreachesOf(sources, listFiles()),
    ...roomCirclesOf(sources),
    ...roomBreachesOf(sources),
    ...floorBreachesOf(sources),
    ...floorDocumentBreachesOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')),
    ...tableBreachesOf(sources),
  ]
  return {
    findings,
    note: `${sources.length} files, ${floorNote(sources)}, ${tableNote()}; lines: ${layerNote(sources)}`,
  }
}

function checkHouse(): CheckOutcome {
  const files = listFiles()
  const sources = files.filter(isCode).map(readSource)
  const words = files.filter(isText).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...wordBreachesOf(path, text), ...formerWordsIn(path, text)]
  })
  const isThere = (path: string) => existsSync(join(root, path))
  const promises = promisingDocuments.flatMap((path) =>
    documentBreachesOf(path, readFileSync(join(root, path), 'utf8'), isThere),
  )
  const read = (path: string) => (isThere(path) ? readFileSync(join(root, path), 'utf8') : undefined)
  const walks = walkBreachesIn('ARCHITECTURE.md', readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'), read)
  const rules = unprovedRulesIn('docs/rules.md', readFileSync(join(root, 'docs/rules.md'), 'utf8'))
  const findings = [
    ...nameBreachesOf(files),
    ...folderBreachesOf(files),
    ...functionBreachesOf(sources),
    ...typeNameBreachesOf(sources),
    ...sources.flatMap(breachesIn),
    ...words,
    ...promises,
    ...rules,
    ...walks,
  ]
  return { findings, ...(hasBusyBox() ? {} : { note: 'without busybox: scripts for devices are not parsed' }) }
}

/** Lists only the names of the files: `biome format --write` makes the changes. */
async function checkFormat(): Promise<CheckOutcome> {
  const { findings } = await runTool('biome', 'format', '.', '--colors=off', '--max-diagnostics=none')
  const files = findings.flatMap(({ text }) => /^(\S+) format ━/.exec(text)?.[1] ?? [])
  if (files.length === 0) return { findings }
  return { findings: files.map((path) => ({ path, text: 'is not formatted; run npx biome format --write' })) }
}

/** The checks of `npm run check`. The longest come first, because two run at a time. */
const checks: Readonly<Record<string, () => CheckOutcome | Promise<CheckOutcome>>> = {
  types: () => runTool('tsc', '--noEmit', '--singleThreaded', '--pretty', 'false'),
  lint: () => runTool('oxlint', '--type-aware', '--format=unix', '--deny-warnings'),
  unused: () => runTool('knip', '--no-progress', '--no-config-hints'),
  format: checkFormat,
  imports: checkImports,
  house: checkHouse,
  contract: checkContract,
  printed: checkPrinted,
  schema: checkSchema,
}

const LINES = 40

async function run(name: string): Promise<boolean> {
  const began = Date.now()
  const { findings, note = '' } = await Promise.resolve()
    .then(
      () =>
        checks[name]?.() ?? {
          findings: [
            { path: '', text: `there is no check of this name; the checks are ${Object.keys(checks).join(', ')}` },
          ],
        },
    )
    .catch((error: Error): CheckOutcome => ({ findings: [{ path: '', text: error.message }] }))
  const good = findings.length === 0
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${name.padEnd(9)} ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${good ? note : ''}`.trimEnd(),
  )
  for (const finding of findings.slice(0, LINES)) console.log(`     ${show(finding).trim()}`)
  if (findings.length > LINES) console.log(`     … and ${findings.length - LINES} more`)
  return good
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks)
const queue = [...wanted]
const results: boolean[] = []
async function work(): Promise<void> {
  for (let name = queue.shift(); name; name = queue.shift()) results.push(await run(name))
}
await Promise.all([work(), work()])
// rooms that were only loaded may have started timers
process.exit(results.every(Boolean) ? 0 : 1)
