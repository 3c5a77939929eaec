import type { Socket } from 'node:net'
import { type Credentials, dialWebSocket, frame } from './wire.ts'

const rpc = (method: string, params: object) => frame(JSON.stringify({ jsonrpc: '2.0', method, params }))

/** What an access point says first. */
export const helloFrame = (serial: string): Buffer =>
  rpc('connect', { serial, uuid: 1, firmware: 'x', capabilities: { platform: 'ap', model: 'x', compatible: 'x' } })

/** A state message; `cpu` in percent, `more` bytes of log beside it. */
export const stateFrame = (serial: string, cpu: number, more = 0): Buffer =>
  rpc('state', {
    serial,
    uuid: 1,
    state: { version: 1, unit: { uptime: 1000, cpu_load: [cpu, cpu], note: 'x'.repeat(more) }, interfaces: [] },
  })

/** A bare access point: it connects and says who it is; what is sent to it is not read. */
export async function connectDevice(port: number, own: Credentials & { serial: string }): Promise<Socket> {
  const socket = await dialWebSocket(port, own)
  if (!socket) throw new Error(`${own.serial} was not let in`)
  socket.write(helloFrame(own.serial))
  socket.resume()
  return socket
}
