import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { UcentralCommand } from '@belvedere/drivers/protocol/ucentral/protocol.ts'
import type { CommandResult } from '@belvedere/drivers/kit/facts.ts'
import { textOf, wholeWithin, type Loose } from '@belvedere/drivers/kit/coerce.ts'
import { type Bus, NobodyServes } from '../../base/bus/bus.ts'
import { gatewayPortSubject } from '../../devices/gateway.ts'
import {
  shellRequestSubject,
  type ShellRequest,
  type ShellBegan,
  shellBeganSubject,
  type ShellGrant,
  shellOrderSubject,
} from '../../devices/shell-link.ts'
import { serialOf } from './listener/certificate.ts'
import type { DeviceCommands } from './commands.ts'
import type { DeviceConnection } from './device-connection.ts'

/** ms for one keystroke to the connection that the device opened. */
const ORDER = 10_000

const failed = (msg: string): CommandResult => ({ result: 1, msg })

/**
 * Shells of devices that open a separate connection for them: the command that they get, and the credentials that they must
 * present.
 */
export class UcentralShells {
  private readonly bus: Bus
  private readonly commands: DeviceCommands
  /** The address for devices, when the operator has configured it. */
  private readonly host: string

  constructor(bus: Bus, commands: DeviceCommands, host: string) {
    this.bus = bus
    this.commands = commands
    this.host = host
  }

  async run(connection: DeviceConnection, wire: UcentralCommand, args: Loose, timeout: number): Promise<CommandResult> {
    const { op } = args
    const session = textOf(args.session, 64) ?? ''
    if (op === 'open') return this.open(connection, wire, { ...args, session }, timeout)
    const order = { op, data: args.data, cols: args.cols, rows: args.rows }
    try {
      return await this.bus.request<CommandResult>(shellOrderSubject(connection.device_id, session), order, ORDER)
    } catch (error) {
      // closing a closed one is not a failure
      if (error instanceof NobodyServes)
        return op === 'close' ? { result: 0, msg: '' } : failed('the terminal is closed')
      return failed('the terminal does not answer')
    }
  }

  private async open(
    connection: DeviceConnection,
    wire: UcentralCommand,
    args: Loose & { session: string },
    timeout: number,
  ): Promise<CommandResult> {
    const server = this.host || connection.dialled
    if (!server) return failed('nobody knows by which name the device reaches this server; set --public-host')
    const [id, token] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    const grant: ShellGrant = {
      device_id: connection.device_id,
      connection: connection.session,
      session: args.session,
      cols: wholeWithin(args.cols, 1, 1000) ?? 80,
      rows: wholeWithin(args.rows, 1, 1000) ?? 24,
    }
    const waiting = new AbortController()
    const began = this.expect(id, token, connection, grant, timeout, waiting.signal)
    try {
      const port = await this.bus.request<number>(gatewayPortSubject('rtty'), {}, ORDER)
      const told = { ...wire, params: { ...wire.params, id, token, server, port } }
      const answer = await this.commands.send(connection, told, timeout)
      if (answer.result !== 0) return answer
      const { wrong } = await began
      return wrong === undefined ? answer : failed(wrong)
    } catch (error) {
      return failed(error instanceof NobodyServes ? 'the terminal port is closed' : String(error))
    } finally {
      waiting.abort()
    }
  }

  /** The first connection with this id and token is the device; resolves when its terminal is open, or failed. */
  private expect(
    id: string,
    token: string,
    connection: DeviceConnection,
    grant: ShellGrant,
    timeout: number,
    ended: AbortSignal,
  ): Promise<ShellBegan> {
    return new Promise((resolve) => {
      let used = false
      const seconds = Math.round(timeout / 1000)
      const timer = setTimeout(
        () =>
          resolve({ wrong: `the device did not dial in within ${seconds} s; is the terminal port reachable from it?` }),
        timeout,
      )
      const stops = [
        this.bus.serve(shellRequestSubject(id), async (request: ShellRequest) => {
          if (used || !isSame(request.token, token) || !isThis(connection, request.name)) return null
          used = true
          return grant
        }),
        this.bus.subscribe(shellBeganSubject(id), (began: ShellBegan) => resolve(began)),
      ]
      ended.addEventListener('abort', () => {
        clearTimeout(timer)
        for (const stop of stops) stop()
      })
    })
  }
}

function isSame(told: unknown, token: string): boolean {
  return (
    typeof told === 'string' && told.length === token.length && timingSafeEqual(Buffer.from(told), Buffer.from(token))
  )
}

/** A certificate must be the device's own; a device that announced one must present it. */
const isThis = ({ serial, can }: DeviceConnection, name: string | undefined) =>
  name === undefined ? !can?.proves : serialOf(name) === serial
