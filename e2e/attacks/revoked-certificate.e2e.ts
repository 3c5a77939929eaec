import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dial, enrol, holderOf, isTurnedAway } from '../kit/keyed-device.ts'
import { makeHost } from '../kit/hosts/linux-host.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import type { Session } from '../kit/session.ts'
import { seconds, timed, until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 15_000
/** ms from the removal to the end of the connection. */
const ENDED_MS = 2000
const DAY = 86_400_000

export const proof: Proof = {
  title: 'A certificate ends with its device: removed, replaced or renewed, at once and for good',
  async run(say) {
    const product = await startProduct()
    try {
      const session = await product.signIn()
      await removed(product, session, say)
      await accepted(product, session)
      await renewed(product, session, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

async function sceneOf(session: Session, name: string) {
  const { id: scene_id } = await session.ask('POST scene', { name })
  return {
    scene_id: scene_id as number,
    newToken: async () => (await session.ask('POST device/enrol/token', { scene_id })).token as string,
    device: async () => (await session.ask('GET device/all', { scene_id })).list[0],
  }
}

/** The connection ends, the key is out, also of a server that was killed; an undo brings both back. */
async function removed(product: Product, session: Session, say: (line: string) => void): Promise<void> {
  const { newToken, device } = await sceneOf(session, 'Removed')
  const serial = '0c66aced0011'
  const { held } = await enrol(product, await newToken(), serial)
  const before = await dial(product, held)
  await until('it is online', WITHIN, async () => (await device())?.online === 1)
  const { id } = await device()
  await session.ask('DELETE device', { ids: [id] })
  const ms = await timed('its connection ends', WITHIN, () => before.why)
  holds(`within ${seconds(ENDED_MS)}: ${seconds(ms)}`, ms <= ENDED_MS)
  await isTurnedAway(product, held)
  same('as a device of nobody', (await session.ask('GET device/unclaimed', { search: serial })).total, 0)
  await product.end('SIGKILL')
  await product.start()
  await isTurnedAway(product, held)

  const again = await product.signIn()
  const { list } = await again.ask('GET log/sys', { limit: 20 })
  const removal = (list as { id: number; call: string }[]).find(({ call }) => call === 'DELETE device')
  await again.ask('POST log/undo', { id: removal?.id })
  const back = await dial(product, held)
  await until('the undo brought it back', WITHIN, async () => (await device())?.online === 1)
  same('with its number', (await device()).id, id)
  await isTurnedAway(product, await holderOf(product, serial))
  back.close()
  say(`removed: the connection ended after ${ms.toFixed(0)} ms; refused again after kill -9; back with the undo alone`)
}

/** Another key is accepted: who is connected with the former one is cut off. */
async function accepted(product: Product, session: Session): Promise<void> {
  const { newToken, device } = await sceneOf(session, 'Accepted')
  const serial = '0c66aced0012'
  const { held } = await enrol(product, await newToken(), serial)
  const former = await dial(product, held)
  await until('it is online', WITHIN, async () => (await device())?.online === 1)
  const { id } = await device()
  const token = await newToken()
  const first = await enrol(product, token, serial)
  same('before the owner said so', [first.status, first.body.key], [403, 'waits'])
  const [{ fingerprint }] = (await session.ask('GET device/key', { id })).changes
  await session.ask('POST device/key/accept', { id, fingerprint })
  await until('the former one is cut off', WITHIN, () => former.why)
  await isTurnedAway(product, held)
  const second = await enrol(product, token, serial, createPrivateKey(first.held.key))
  same('after', second.status, 200)
  const now = await dial(product, second.held)
  await until('the new one is online', WITHIN, async () => (await device())?.online === 1)
  holds('it is let in', now.open)
  now.close()
}

/** A real host with a certificate of earlier days has another one within seconds, and dials with that from then on. */
async function renewed(product: Product, session: Session, say: (line: string) => void): Promise<void> {
  const { scene_id, device } = await sceneOf(session, 'Renewed')
  const host = await makeHost()
  const file = (name: string) => readFile(join(host.dir, name), 'utf8')
  const daysOf = async (name: string) =>
    Math.round((new X509Certificate(await file(name)).validToDate.getTime() - Date.now()) / DAY)
  try {
    const { command } = await session.ask('POST device/enrol/token', { scene_id })
    void host.paste(command)
    await until('the host is online', WITHIN, async () => (await device())?.online === 1)
    same('days its certificate lasts', await daysOf('cert.pem'), 90)
    await host.kill()
    const old = await holderOf(product, await host.serial, 3650, createPrivateKey(await file('key.pem')))
    await writeFile(join(host.dir, 'cert.pem'), old.cert)
    host.start()
    await until('it was given another one', WITHIN, async () => (await daysOf('cert.new.pem')) === 90)
    same('until that got in', await daysOf('cert.pem'), 3650)
    await host.kill()
    host.forget()
    host.start()
    await until('it dials with the new one', WITHIN, async () => (await daysOf('cert.pem')) === 90)
    await until('and is online', WITHIN, async () => (await device())?.online === 1)

    // offline for longer than its certificate is valid
    await host.kill()
    const ended = await holderOf(product, await host.serial, -5, createPrivateKey(await file('key.pem')))
    await writeFile(join(host.dir, 'cert.pem'), ended.cert)
    host.start()
    await until('it proved its key and has another one', WITHIN, async () => (await daysOf('cert.pem')) === 90)
    await session.ask('DELETE device', { ids: [(await device()).id] })
    await until('let go of, the host says why it is not let in', WITHIN, () => /refuses this host/.test(host.heard))
    await host.kill()
    await writeFile(join(host.dir, 'cert.pem'), ended.cert)
    host.start()
    await until('let go of, it is refused', WITHIN, () => /not renewed/.test(host.heard))
    say(
      'a host with ten years was given ninety days over its connection; one whose certificate had ended by proof of its key',
    )
  } finally {
    await host.close()
  }
}
