import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { gzipSync } from 'node:zlib'
import { DeviceClient } from '@belvedere/fleet/client/device-client.ts'
import { packTar } from '@belvedere/server/engines/archive/test-tar.ts'
import { enrol } from '../kit/keyed-device.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { signIn } from '../kit/session.ts'
import { pause, until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 120_000
const HOSTS = 8
const COMPARED = 8
/** ms and MB: unbounded it took 15 seconds a comparison and 340 MB an upload, and lines without end ended the process. */
const LONGEST = 5000
const MOST_MEMORY = 900

/** Configurations that pack small: bytes that are all the same, lines that are all empty, lines that all differ. */
const zeros = gzipSync(Buffer.alloc(255 << 20))
const files = (count: number, content: (n: number) => string) =>
  gzipSync(packTar(Object.fromEntries(Array.from({ length: count }, (_, n) => [`etc/f${n}`, content(n)]))))
const emptyLines = (version: number) => files(50, () => '\n'.repeat((1 << 20) - 9 - version))
const ownLines = (version: number) =>
  files(40, (n) => Array.from({ length: 19_000 }, (_, line) => `${version}-${n}-${(line * 7919) % 19_001}`).join('\n'))

export const proof: Proof = {
  title: 'Backups that pack small and unpack large fill no memory, and comparing them keeps nobody waiting',
  seconds: 300,
  async run(say) {
    const product = await startProduct()
    try {
      const admin = await product.signIn()
      await foundSecondTeam(product.databaseUrl, 'tenant')
      const tenant = await signIn(product.url, 'tenant', 'Journey-2026')
      const { id: scene_id } = await tenant.ask('POST scene', { name: 'Bombs' })
      const queue: Buffer[] = []
      const hosts = await Promise.all(
        Array.from({ length: HOSTS }, async (_, n) => {
          const { token } = await tenant.ask('POST device/enrol/token', { scene_id })
          return hostOf(product, (await enrol(product, token, `0c66b0b0000${n}`)).held, queue)
        }),
      )
      const all = async () =>
        (await tenant.ask('GET device/all', { scene_id })).list as { id: number; online: number }[]
      await until('they are online', WITHIN, async () => (await all()).filter(({ online }) => online).length === HOSTS)
      const ids = (await all()).map(({ id }) => id)
      const watched = watch(product, () => admin.call('GET scene/option'))
      const backup = async (which: number[], content: Buffer) => {
        queue.push(...which.map(() => content))
        const { task_id } = await tenant.ask('POST device/command/backup', { ids: which })
        const items = async () => (await tenant.ask('GET log/task/item', { task_id })).list as { result: number }[]
        await until('backed up', WITHIN, async () => (await items()).every(({ result }) => result !== 3))
        same('all of it is kept', (await items()).filter(({ result }) => result === 0).length, which.length)
      }

      await backup(ids, zeros)
      const one = ids[0] as number
      for (const version of [0, 1]) await backup([one], emptyLines(version))
      for (const version of [0, 1]) await backup([one], ownLines(version))
      const [newest] = (await tenant.ask('GET device/backup/list', { device_id: one })).list
      const compared = await Promise.all(
        Array.from({ length: COMPARED }, () => tenant.call('GET device/backup/diff', { id: newest.id })),
      )
      same('compared', new Set(compared.map(({ code }) => code)), new Set([0]))
      holds('and they differ', compared[0]?.data.add > 0)

      const { longest, memory } = await watched()
      holds(`the longest answer to others took ${longest} ms`, longest < LONGEST)
      holds(`${memory} MB were held at most`, memory < MOST_MEMORY)
      holds(
        'every host is still connected',
        hosts.every(({ isOpen }) => isOpen),
      )
      say(
        `${HOSTS + 4} archives of at most ${Math.round(zeros.length / 1024)} KB to 3 MB that unpack to 20 to 255 MB, ${COMPARED} comparisons at once: longest answer to another customer ${longest} ms, ${memory} MB at most`,
      )
      for (const host of hosts) host.close()
    } finally {
      await product.close()
    }
  },
}

/** A host that answers a backup with the next content of the queue. */
async function hostOf(product: Product, held: { serial: string; key: string; cert: string }, queue: Buffer[]) {
  const own = { version: 1, root: true, methods: ['backup'], cgi: [], missing: [] }
  const client = new DeviceClient({
    host: '127.0.0.1',
    port: product.devicePort,
    ...held,
    family: 'linux',
    capabilities: { platform: 'linux', model: 'Host', compatible: 'linux_x64', 'x-belvedere': own },
    listener: {
      heard(device, { id, method, params }) {
        const content = method === 'x-belvedere.backup' ? queue.shift() : undefined
        if (!content) return void (typeof id === 'number' && device.answer(id))
        void upload(product, String(params?.['uri']), content).then((result) =>
          device.answer(id, { status: { error: 0, text: 'Success', result: { ...result, complete: true } } }),
        )
      },
    },
  })
  await client.open()
  client.hello()
  return client
}

function upload({ enrolPort: port }: Product, uri: string, content: Buffer): Promise<object> {
  return new Promise((resolve, reject) => {
    const how = { method: 'PUT', host: '127.0.0.1', port, path: new URL(uri).pathname, rejectUnauthorized: false }
    const sent = request(how, async (answer) => {
      let text = ''
      for await (const piece of answer) text += piece
      resolve(JSON.parse(text))
    })
    sent.on('error', reject)
    sent.end(content)
  })
}

/** Memory of the process and waiting time of another client, sampled until `stop`. */
function watch({ pid }: Product, ask: () => Promise<unknown>) {
  let [longest, memory, ended] = [0, 0, false]
  const going = (async () => {
    while (!ended) {
      const began = performance.now()
      // packing keeps this process busy for so long that the server closes the idle connection meanwhile
      await ask().catch(ask)
      longest = Math.max(longest, Math.round(performance.now() - began))
      const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      memory = Math.max(memory, Math.round(Number(kb) / 1024))
      await pause(20)
    }
  })()
  going.catch(() => {})
  return async () => {
    ended = true
    await going
    return { longest, memory }
  }
}
