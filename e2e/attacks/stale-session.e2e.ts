import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { innerFaults } from '../kit/inner-faults.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { type Session, sessionOf } from '../kit/session.ts'
import { STALE } from '../kit/stale.ts'
import type { Proof } from '../proof.ts'

const PROOF_NEEDED = 10133
const NOT_SENSITIVE = 10146

export const proof: Proof = {
  title: 'A stolen session older than ten minutes opens no shell, makes no token and decides over nobody',
  seconds: 120,
  async run(say) {
    const dir = await mkdtemp(join(tmpdir(), 'belvedere-stale-'))
    const inner = innerFaults(dir)
    const product = await startProduct({ env: inner.env('server') })
    try {
      const stolen = await product.signIn()
      const { id: scene_id } = await stolen.ask<{ id: number }>('POST scene', { name: 'Besieged' })
      const { token } = await stolen.ask('POST user/token', { name: 'plain', role: 0, days: 1 })
      await stolen.ask('POST user/member', { account: 'anne', role: 2, password: 'Annes-pass-2026' })
      await inner.clockShows('server', STALE)
      const tried = await everything(stolen, scene_id, PROOF_NEEDED)
      await secondSession(product.url, stolen, scene_id)
      await guesses(stolen)
      await plainToken(product.url, token, scene_id)
      say(`${tried} calls were refused to a session older than ten minutes, and to one it let in by QR code`)
    } finally {
      await product.close()
      await rm(dir, { recursive: true, force: true })
    }
  },
}

/** What decides over people, ways in and devices. Reading and everyday work go on. */
async function everything(thief: Session, scene_id: number, code: number): Promise<number> {
  const calls: [string, object][] = [
    ['POST device/command/remote', { id: 1 }],
    ['POST device/command/remote/custom', { id: 1 }],
    ['POST device/enrol/token', { scene_id }],
    ['POST scene/share/url', { scene_id, permission: 1 }],
    ['POST scene/share/qrcode', { scene_id, permission: 1 }],
    ['POST scene/share/account', { scene_id, permission: 1, account: 'somebody' }],
    ['PUT scene/share', { id: 1, permission: 1 }],
    ['POST user/token', { name: 'mine', role: 0, days: 366, sensitive: 1 }],
    ['POST user/member', { account: 'thief', role: 0, password: 'Thiefs-pass-2026' }],
    ['PUT user/member', { id: 2, rev: 1, role: 0 }],
    ['DELETE user/member', { id: 2 }],
    ['POST user/contact/bind', { email: 'thief@example.com', code: '123456' }],
    ['POST user/otp/bind', {}],
    ['POST user/cancel', { password: 'Wrong-2026' }],
    ['POST send/channel', { channel: 'smtp', active: 1, settings: { host: 'thief.example.com' } }],
    ['POST send/channel/test', { channel: 'smtp', settings: {}, target: 'thief@example.com' }],
    ['POST alarm/user', { type: 3, name: 'thief', provider: 'webhook', settings: {} }],
  ]
  for (const [at, payload] of calls) same(at, (await thief.call(at, { ...payload })).code, code)
  same('looking is not refused', (await thief.call('GET scene')).code, 0)
  same('members', (await thief.ask('GET user/member')).total, 2)
  return calls.length
}

/** A session that an old one lets in by QR code is as old. */
async function secondSession(origin: string, thief: Session, scene_id: number): Promise<void> {
  const { key, url } = await thief.ask<{ key: string; url: string }>('GET user/qrcode/login')
  const qr = new URLSearchParams(url.split('?')[1]).get('qr')
  await thief.ask('POST user/qrcode/look', { qr })
  await thief.ask('POST user/qrcode/confirm', { qr, accept: 1 })
  const { token } = await thief.ask<{ token: string }>('GET user/qrcode/scan', { key })
  const second = sessionOf(origin, token, thief.uid)
  same('looking', (await second.call('GET scene')).code, 0)
  same('enrolment', (await second.call('POST device/enrol/token', { scene_id })).code, PROOF_NEEDED)
}

/** Proof is guessed at no more often than a sign-in. */
async function guesses(thief: Session): Promise<void> {
  const codes: number[] = []
  for (let n = 0; n < 12; n++) {
    const { code } = await thief.call('POST user/otp/verify', { method: 'password', code: `Guess-${n}-2026` })
    codes.push(code)
  }
  holds(
    'guessing is locked',
    codes.slice(6).every((code) => code === 10105),
  )
}

async function plainToken(url: string, token: string, scene_id: number): Promise<void> {
  const plain = sessionOf(url, token, 0)
  same('looking', (await plain.call('GET scene')).code, 0)
  same('enrolment', (await plain.call('POST device/enrol/token', { scene_id })).code, NOT_SENSITIVE)
}
