import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ended, freePorts, type Product } from './product.ts'
import { endsWithRun } from './run-end.ts'
import { until } from './wait.ts'

const run = promisify(execFile)
const docs = join(import.meta.dirname, '../../docs/proxies')
/** The outer address in place of the documents' one: another one of this machine. */
export const OUTSIDE = '127.0.0.3'
export const NAME = 'noc.example.com'

export type ProxyName = 'nginx' | 'haproxy' | 'caddy'

/** A proxy as documented, in front of a product. */
export interface Proxy {
  /** At `OUTSIDE`. */
  readonly port: number
  /** The first of the ports for pages of devices, the same at `OUTSIDE` and inside. */
  readonly pages: number
  readonly devices: number
  readonly enrolment: number
  close(): Promise<void>
}

export const isInstalled = (name: ProxyName): Promise<boolean> =>
  run('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`]).then(
    () => true,
    () => false,
  )

const documented = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'caddy.caddyfile' }

/** Starts the program with the documented file, in which only addresses, ports and the folder of certificates are others. */
export async function startProxy(name: ProxyName, product: Product): Promise<Proxy> {
  const dir = await mkdtemp(join(tmpdir(), `belvedere-${name}-`))
  await makeCertificate(dir)
  const [port = 0, devices = 0, enrolment = 0, files = 0, shells = 0, pages = 0] = await freePorts(6)
  const text = readFileSync(join(docs, documented[name]), 'utf8')
    .replaceAll('203.0.113.10', OUTSIDE)
    .replaceAll('/etc/ssl/belvedere', dir)
    .replaceAll(`${OUTSIDE}:15002`, `${OUTSIDE}:${devices}`)
    .replaceAll(`${OUTSIDE}:15003`, `${OUTSIDE}:${enrolment}`)
    .replaceAll(`${OUTSIDE}:15004`, `${OUTSIDE}:${files}`)
    .replaceAll(`${OUTSIDE}:5912`, `${OUTSIDE}:${shells}`)
    .replaceAll('127.0.0.1:15002', `127.0.0.1:${product.devicePort}`)
    .replaceAll('127.0.0.1:15003', `127.0.0.1:${product.enrolPort}`)
    .replaceAll('127.0.0.1:15004', `127.0.0.1:${product.filePort}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${product.port}`)
    .replaceAll(':443', `:${port}`)
    .replaceAll('8090-8105', `${pages}-${pages + 15}`)
    .replace(/:(809\d|810[0-5])\b/g, (_, number) => `:${pages + Number(number) - 8090}`)
  const file = join(dir, documented[name])
  await writeFile(file, text)
  const heard: string[] = []
  const child = await launch(name, dir, file)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => heard.push(String(piece)))
  const close = async () => {
    // Caddy waits for streams to end; nginx has workers that it must end itself
    await ended(child, name === 'nginx' ? 'SIGTERM' : 'SIGKILL')
    await rm(dir, { recursive: true, force: true })
  }
  await until(`${name} listens`, 15_000, () => child.exitCode === null && answers(port)).catch(async (error: Error) => {
    await close()
    throw new Error(`${error.message}\n${heard.join('')}`)
  })
  return { port, pages, devices, enrolment, close }
}

async function launch(name: ProxyName, dir: string, file: string): Promise<ChildProcess> {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, HOME: dir, XDG_DATA_HOME: dir }
  const start = (...args: string[]) => endsWithRun(spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  if (name === 'haproxy') return start('-db', '-f', file)
  if (name === 'caddy') return start('run', '--config', file, '--adapter', 'caddyfile')
  // the documented file is one that Debian's own includes
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${dir}/${one};`)
  await mkdir(join(dir, 'logs'))
  const whole = `worker_processes 1; pid ${dir}/pid; error_log stderr; events {} http { access_log off; ${folders.join(' ')} include ${file}; }`
  await writeFile(join(dir, 'whole.conf'), whole)
  return start('-p', dir, '-c', join(dir, 'whole.conf'), '-e', 'stderr', '-g', 'daemon off;')
}

async function makeCertificate(dir: string): Promise<void> {
  const [key, certificate] = [join(dir, 'noc.key'), join(dir, 'noc.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  await run('openssl', ['req', '-x509', ...curve, ...name, '-days', '2', '-keyout', key, '-out', certificate])
  await writeFile(join(dir, 'noc-and-key.pem'), Buffer.concat([await readFile(certificate), await readFile(key)]))
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, OUTSIDE)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
