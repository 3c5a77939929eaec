import { parse } from 'csv-parse/sync'
import { defineFigure } from '../kit/define-figure.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const LINES = 10_000

let product: BenchProduct | undefined
let scene_id = 0
let round = 0

/** Serial numbers of no existing device. */
const serialOf = (n: number) => (0x0c_00_00_00_00_00 + round * LINES + n).toString(16).padStart(12, '0')

async function send(made: BenchProduct, csv: string, test: 0 | 1): Promise<void> {
  const form = new FormData()
  for (const [key, value] of Object.entries({ scene_id, test, uid: made.uid, lang: 'en' }))
    form.append(key, String(value))
  form.append('file', new Blob([csv]), 'list.csv')
  const init = { method: 'POST', headers: { authorization: made.token }, body: form }
  const answer = (await (await fetch(`${made.url}/api/v1/device/add/import`, init)).json()) as {
    code: number
    msg: string
    data: { claim_cnt: number; err_cnt: number }
  }
  if (answer.code !== 0 || answer.data.claim_cnt !== LINES) throw new Error(`import: ${answer.msg}`)
}

const listOf = () => ['name,sn', ...Array.from({ length: LINES }, (_, n) => `Device ${n},${serialOf(n)}`)].join('\r\n')

/** Milliseconds of the test pass and the import of a list. */
async function ours(made: BenchProduct): Promise<number> {
  round++
  const csv = listOf()
  const began = performance.now()
  await send(made, csv, 1)
  await send(made, csv, 0)
  return performance.now() - began
}

/** The same list read and inserted by statements of a thousand rows in one transaction, without any check. */
async function bare({ db }: BenchProduct): Promise<number> {
  round++
  const csv = listOf()
  const client = await db.connect()
  try {
    const began = performance.now()
    const rows = parse(csv, { columns: ['name', 'serial'], from: 2 }) as { name: string; serial: string }[]
    await client.query('begin')
    for (let at = 0; at < LINES; at += 1000) {
      await client.query(
        `with made as (
           insert into device (serial, scene_id, name, claimed_at)
           select serial, $2, name, 0 from jsonb_to_recordset($1::jsonb) as t(serial text, name text) returning id
         ) insert into device_state (device_id) select id from made`,
        [JSON.stringify(rows.slice(at, at + 1000)), scene_id],
      )
    }
    await client.query('commit')
    return performance.now() - began
  } finally {
    client.release()
  }
}

export const csvImport = defineFigure({
  name: 'csv-import',
  what: `Test pass and import of a list of ${LINES} devices, against reading it and inserting the bare rows in batches`,
  must: { is: 'at most', value: 3 },
  async before() {
    product = await startProduct()
    scene_id = (await product.call<{ id: number }>('POST scene', { name: 'Ten thousand' })).id
    // both sides are measured with prepared statements and cached files
    await bare(product)
    await ours(product)
  },
  async round() {
    if (!product) throw new Error('no product')
    const floor = await bare(product)
    const took = await ours(product)
    return { value: took / floor, floor, note: `${Math.round(took)} against ${Math.round(floor)} ms` }
  },
  async after() {
    await product?.stop()
  },
})
