import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Proof } from './proof.ts'
import { type Journey, openRig } from './rig.ts'

// Every `*.e2e.ts` beside this file, one after another: two browsers at once would measure each other. A file exports a
// `journey`, which is given a browser, or a `proof`, which needs none. Names given as arguments choose some.
// `BELVEDERE_RESULT_FILE` names where `{passed, failed}` is written.

const wanted = process.argv.slice(2)
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.e2e.ts') && isWanted(file))

function isWanted(file: string): boolean {
  return wanted.length === 0 || wanted.some((name) => file.includes(name))
}

async function play(file: string): Promise<void> {
  const { journey, proof } = (await import(join(import.meta.dirname, file))) as { journey: Journey; proof?: Proof }
  if (proof) return proof.run((line) => console.log(`  ${line}`))
  const rig = await openRig(journey.options)
  try {
    await journey.run(rig)
  } catch (error) {
    const picture = join(tmpdir(), `belvedere-${file.replace('.e2e.ts', '')}.png`)
    await rig.page.screenshot({ path: picture }).catch(() => {})
    await rig.close().catch(() => {})
    throw new Error(`${(error as Error).message}\n  ${rig.page.url()}  ${picture}`, { cause: error })
  }
  await rig.close()
}

let failed = 0
for (const file of files) {
  const began = Date.now()
  try {
    await play(file)
    console.log(`✓ ${file} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    failed++
    console.log(`✗ ${file} (${((Date.now() - began) / 1000).toFixed(1)} s)\n${(error as Error).message}`)
  }
}
const passed = files.length - failed
console.log(`journeys: ${passed} passed, ${failed} failed`)
const resultFile = process.env.BELVEDERE_RESULT_FILE
if (resultFile) await writeFile(resultFile, JSON.stringify({ passed, failed }))
process.exitCode = failed > 0 || files.length === 0 ? 1 : 0
