import { createServer, type IncomingMessage, type Server } from 'node:http'
import { faultKinds, type FaultRequest } from '../device/faults.ts'
import type { FleetControl } from './fleet-control.ts'

const longestBody = 65_536

/** A refusal with its HTTP status. */
class ControlRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type ControlRoute = (control: FleetControl, body: unknown, path: string[]) => Promise<unknown>

const routes: Readonly<Record<string, ControlRoute>> = {
  'GET ': (control) => control.status(),
  'GET devices': (control) => control.devices(),
  'GET devices/*': async (control, _, [, serial]) => {
    const device = (await control.devices()).find((entry) => entry.serial === serial || entry.hostname === serial)
    if (!device) throw new ControlRefusal(404, `no device ${serial}`)
    return device
  },
  'GET devices/*/*': async (control, _, [, serial = '', what]) => {
    const state = what === 'running' ? await control.running(serial) : undefined
    if (!state) throw new ControlRefusal(404, `no ${what} of a device ${serial}`)
    return state
  },
  'GET kinds': async () => Object.fromEntries(Object.entries(faultKinds).map(([kind, { words }]) => [kind, words])),
  'GET faults': (control) => control.faults(),
  'POST faults': async (control, body) => {
    if (typeof body !== 'object' || body === null || typeof (body as FaultRequest).kind !== 'string')
      throw new ControlRefusal(400, 'the body is {"kind": …, "target": …}')
    return control
      .breakDown(body as FaultRequest)
      .catch((problem: Error) => Promise.reject(new ControlRefusal(400, problem.message)))
  },
  'DELETE faults/*': async (control, _, [, id]) => {
    if (await control.mend(Number(id))) return { mended: Number(id) }
    throw new ControlRefusal(404, `no fault ${id}`)
  },
}

/** The control interface, JSON over HTTP, for this machine only. */
export function serveControl(control: FleetControl, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const [status, answer] = await handle(control, request).then(
      (value) => [200, value] as const,
      (problem: Error) =>
        [problem instanceof ControlRefusal ? problem.status : 500, { error: problem.message }] as const,
    )
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(`${JSON.stringify(answer)}\n`)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function handle(control: FleetControl, request: IncomingMessage): Promise<unknown> {
  const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '')
    .split('/')
    .filter(Boolean)
  const pattern = [path[0] ?? '', ...path.slice(1).map(() => '*')].join('/')
  const route = routes[`${request.method} ${pattern}`]
  if (!route) throw new ControlRefusal(404, `try ${Object.keys(routes).join(', ')}`)
  // a foreign page in a browser on this machine must not be able to trigger faults
  if (request.headers.origin !== undefined) throw new ControlRefusal(403, 'not from a browser')
  return route(control, request.method === 'POST' ? await readBody(request) : undefined, path)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > longestBody) throw new ControlRefusal(413, 'too long')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlRefusal(400, 'the body is not JSON')
  }
}
