import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOnSignals } from './kit/run-end.ts'
import type { Proof } from './proof.ts'
import { type Journey, openRig, type Rig } from './rig.ts'

// Every `*.e2e.ts` beside this file and in `attacks/`. A file exports a `journey`, which is given a browser, or a `proof`, which needs none and
// mostly waits: journeys run one after another, two browsers at once would measure each other, and proofs one after another
// beside them, those that wait for minutes three at a time. What failed is not played again. Names given
// as arguments choose some. `BELVEDERE_RESULT_FILE` names where `{passed, failed}` is written.

endOnSignals()
const wanted = process.argv.slice(2)
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e.ts') && isWanted(file))
  .sort()

function isWanted(file: string): boolean {
  return wanted.length === 0 || wanted.some((name) => file.includes(name))
}

/** A file that takes longer has hung, unless it states its time. */
const FILE_SECONDS = 300

interface Part {
  readonly file: string
  readonly journey?: Journey
  readonly proof?: Proof
}

/** Plays one after another and returns those that failed. The rig of the next starts while one is played. */
async function playAll(parts: readonly Part[]): Promise<Part[]> {
  const failed: Part[] = []
  let next = prepare(parts[0])
  for (const [at, part] of parts.entries()) {
    const began = Date.now()
    const lines: string[] = []
    const tell = (mark: string) =>
      console.log([...lines, `${mark} ${part.file} (${((Date.now() - began) / 1000).toFixed(1)} s)`].join('\n'))
    try {
      const rig = await next.finally(() => {
        next = prepare(parts[at + 1])
      })
      await (rig ? playOn(rig, part) : prove(part, (line) => lines.push(`  ${line}`)))
      tell('✓')
    } catch (error) {
      failed.push(part)
      tell('✗')
      console.log((error as Error).message)
    }
  }
  return failed
}

/** How many that wait are played at once. */
const WAITING = 3

/** Plays `WAITING` at a time, each after whichever ends first, and returns those that failed. */
async function playWaiting(parts: readonly Part[]): Promise<Part[]> {
  // those that may take longest begin first
  const left = parts.toSorted((one, other) => (other.proof?.seconds ?? 0) - (one.proof?.seconds ?? 0))
  const row = async () => {
    const failed: Part[] = []
    for (let part = left.shift(); part; part = left.shift()) failed.push(...(await playAll([part])))
    return failed
  }
  return (await Promise.all(Array.from({ length: WAITING }, row))).flat()
}

/** What a journey is played on; nothing for a proof, which makes its own. */
function prepare(part: Part | undefined): Promise<Rig | undefined> {
  const rig = part?.journey ? openRig(part.journey.options) : Promise.resolve(undefined)
  // its failure is reported in its turn
  rig.catch(() => {})
  return rig
}

async function playOn(rig: Rig, { file, journey }: Part): Promise<void> {
  try {
    await within(FILE_SECONDS, (journey as Journey).run(rig))
  } catch (error) {
    const picture = join(tmpdir(), `belvedere-${file.replace('.e2e.ts', '').replaceAll('/', '-')}.png`)
    await rig.page.screenshot({ path: picture }).catch(() => {})
    const where = rig.page.url()
    const more = [`${where}  ${picture}`, ...rig.unanswered, `server: ${rig.heard().slice(-2000)}`]
    await rig.close().catch(({ message }: Error) => more.push(message))
    throw new Error([(error as Error).message, ...more].join('\n  '), { cause: error })
  }
  await rig.close()
}

async function prove({ proof }: Part, say: (line: string) => void): Promise<void> {
  if (!proof) throw new Error('it exports neither a journey nor a proof')
  await within(proof.seconds ?? FILE_SECONDS, proof.run(say))
}

async function within(seconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${seconds} s`)), seconds * 1000)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

// a promise that outlives a failed file has no receiver, and must not end the others
process.on('unhandledRejection', (error) => console.log(`an error nothing waited for: ${String(error)}`))

const parts = await Promise.all(
  files.map(async (file) => ({ file, ...((await import(join(import.meta.dirname, file))) as Omit<Part, 'file'>) })),
)
const rows = Object.groupBy(parts, ({ journey, proof }) => (journey ? 'journeys' : proof?.waits ? 'waits' : 'proofs'))
const played = await Promise.all([
  playAll(rows.journeys ?? []),
  playAll(rows.proofs ?? []),
  playWaiting(rows.waits ?? []),
])
const failing = played.flat()
const [failed, passed] = [failing.length, files.length - failing.length]
if (failed > 0) console.log(`failed: ${failing.map(({ file }) => file).join(', ')}`)
console.log(`journeys: ${passed} passed, ${failed} failed`)
const resultFile = process.env.BELVEDERE_RESULT_FILE
if (resultFile) await writeFile(resultFile, JSON.stringify({ passed, failed }))
// what a failed file left open must not keep the others' result waiting
process.exit(failed > 0 || files.length === 0 ? 1 : 0)
