import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { pause, until } from './wait.ts'
import type { Credentials } from './wire.ts'

/** Messages on a connection in this order; `hear` waits for an answer before the next one. */
export type Step = string | Buffer | typeof readReply

export const readReply = Symbol('hear')

/** How far a connection comes before it is reset. */
export interface Stage {
  readonly name: string
  /** TLS first, with a certificate or without one. Else plain TCP. */
  readonly tls?: Credentials | true
  readonly steps: readonly Step[] | (() => Promise<readonly Step[]>)
  /** How often at most: what costs the server much, or is rationed. */
  readonly most?: number
}

/** One port of the product and all that can be under way there. */
export interface Door {
  readonly name: string
  readonly port: number
  readonly stages: readonly Stage[]
}

/** Between the last byte and the reset, ms; undefined: at once. A server is at another place of its work each time. */
const waits = [undefined, 0, 1, 3, 10, 30] as const
const AT_ONCE = 10
/** ms an answer may take on a machine that does much else. */
const ANSWER = 20_000

/** Resets every stage of every door until there were at least `total`; returns how many there were, by door. */
export async function resetAll(doors: readonly Door[], total: number): Promise<Map<string, number>> {
  const all = doors.flatMap(({ name, port, stages }) => stages.map((stage) => ({ name, port, stage })))
  const done = new Map(doors.map(({ name }) => [name, 0]))
  const sum = () => [...done.values()].reduce((a, b) => a + b, 0)
  for (let round = 0; sum() < total; round++) {
    const now = all.filter(({ stage }) => round < (stage.most ?? Number.POSITIVE_INFINITY))
    for (let at = 0; at < now.length; at += AT_ONCE) {
      await Promise.all(
        now.slice(at, at + AT_ONCE).map(async ({ name, port, stage }, n) => {
          await resetOnce(port, stage, waits[(round + n) % waits.length])
          done.set(name, (done.get(name) ?? 0) + 1)
        }),
      )
    }
  }
  return done
}

async function resetOnce(port: number, { name, tls, steps }: Stage, wait: number | undefined): Promise<void> {
  const said = typeof steps === 'function' ? await steps() : steps
  const tcp = connectTcp({ port, host: '127.0.0.1', noDelay: true })
  // who is refused before it could reset has been cut off, which is as good
  tcp.on('error', () => {})
  await met(tcp, 'connect')
  const line = tls ? connectTls({ socket: tcp, rejectUnauthorized: false, ...(tls === true ? {} : tls) }) : tcp
  if (line !== tcp) {
    line.on('error', () => {})
    await met(line, 'secureConnect')
  }
  let heard = 0
  line.on('data', ({ length }: Buffer) => (heard += length))
  for (const step of said) {
    const before = heard
    if (step !== readReply) line.write(step)
    else await until(`an answer at the stage “${name}”`, ANSWER, () => heard > before || line.destroyed, 2)
  }
  if (wait !== undefined) await pause(wait)
  if (!tcp.destroyed) tcp.resetAndDestroy()
}

/** Until it happens, or the connection has ended. */
function met(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve) => {
    socket.once(event, resolve).once('close', () => resolve())
  })
}
