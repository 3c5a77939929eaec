import { dial, enrol, holderOf, isTurnedAway, newKey } from '../kit/keyed-device.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { signIn } from '../kit/session.ts'
import { pause, until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 10_000
const SERIAL = '0c66aced0001'
const DIALS = 20
const SECRET = 'https://images.example/SECRET-OF-THE-OWNER.bin'

export const proof: Proof = {
  title:
    'Neither an earlier holder of a serial number nor a guest takes over a device: no commands, no secrets, no connection lost',
  async run(say) {
    const product = await startProduct()
    try {
      const owner = await product.signIn()
      const { id: scene_id } = await owner.ask('POST scene', { name: 'Mine' })
      const newToken = async () => (await owner.ask('POST device/enrol/token', { scene_id })).token as string
      const { held } = await enrol(product, await newToken(), SERIAL)
      const victim = await dial(product, held)
      const mine = async () => (await owner.ask('GET device/all', { scene_id })).list[0]
      await until('the device is online', WITHIN, async () => (await mine())?.online === 1)
      const { id } = await mine()

      // the former owner of this serial number: a certificate of our own authority, valid for ten years
      const earlier = await holderOf(product, SERIAL)
      for (let n = 0; n < DIALS; n++)
        same('the earlier holder', (await isTurnedAway(product, earlier)).why, '1008 refused')
      // while commands with secrets are under way
      const thieves = await Promise.all(
        Array.from({ length: DIALS }, async (_, n) => {
          if (n % 4 === 0) await owner.call('POST device/command/upgrade', { ids: [id], uri: SECRET })
          return isTurnedAway(product, earlier)
        }),
      )
      await until('the device was told', WITHIN, () => JSON.stringify(victim.heard).includes(SECRET))
      same(
        'what thieves heard',
        thieves.flatMap(({ heard }) => heard),
        [],
      )
      holds('the device kept its connection', victim.open)
      same('it is online', (await mine()).online, 1)

      // a guest who may manage the scene
      await foundSecondTeam(product.databaseUrl, 'guest')
      const guest = await signIn(product.url, 'guest', 'Journey-2026')
      await owner.ask('POST scene/share/account', { scene_id, account: 'guest', permission: 2 })
      await guest.ask('POST scene/share/handle', { share_id: scene_id, status: 1 })
      same('the guest sees the device', (await guest.ask('GET device/all', { scene_id })).list[0]?.id, id)
      holds('no token for a guest', (await guest.call('POST device/enrol/token', { scene_id })).code !== 0)
      const stolen = await newToken()
      const key = newKey()
      const tried = await enrol(product, stolen, SERIAL, key)
      same('enrolled with the token of the owner', [tried.status, tried.body.certificate], [403, undefined])
      const forged = await holderOf(product, SERIAL, 90, key)
      await isTurnedAway(product, forged)
      same('what the guest sees of keys', (await guest.ask('GET device/key', { id })).changes, [])
      const changes = (await owner.ask('GET device/key/change')).list as { fingerprint: string; tries: number }[]
      same('keys that wait for the owner', changes.length, 2)
      for (const verb of ['accept', 'reject'])
        for (const { fingerprint } of changes)
          holds(
            'the guest does not decide',
            (await guest.call(`POST device/key/${verb}`, { id, fingerprint })).code !== 0,
          )
      await guest.call('DELETE device', { ids: [id] })
      await pause(100)
      same('still there and online', (await mine())?.online, 1)

      const log = (await owner.ask('GET log/sys', { limit: 100 })).list as { call: string; object: string }[]
      const told = (call: string) => log.filter((row) => row.call === call && row.object === `device:${id}`).length
      same('told in the log, once a key and hour', [told('device.key-refused'), told('device.enrol-refused')], [1, 1])

      for (const { fingerprint } of changes) await owner.ask('POST device/key/reject', { id, fingerprint })
      await isTurnedAway(product, earlier)
      same('nothing waits', (await owner.ask('GET device/key/change')).total, 0)
      holds('after all of it the same connection', victim.open)
      say(
        `${2 * DIALS + 2} dials with other keys and one enrolment: none let in, the connection of the device lived through all of them`,
      )
      victim.close()
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}
