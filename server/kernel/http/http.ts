import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { methodOf, pathOf } from '@belvedere/contract/kit/define-calls.ts'
import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { langOf, say } from '@belvedere/contract/kit/text.ts'
import { placeOf, Proxies } from '../../base/edge/address.ts'
import { AnswerLimiter } from '../../base/edge/answers.ts'
import { announced, Bodies } from '../../base/edge/bodies.ts'
import { consoleUrl } from '../../base/settings/config.ts'
import { consolePage } from '../../base/edge/console-page.ts'
import { type Crowd, crowdOf } from '../../base/edge/crowd.ts'
import type { House } from '../discovery/discover.ts'
import { guardServer, onUpgrade, takeOver } from '../../base/edge/guard-socket.ts'
import { isTooDeep } from '../../base/edge/json-depth.ts'
import type { System } from '../implement.ts'
import type { Live } from '../live/live.ts'
import { type ThreadMetrics, metrics, metricsText } from '../../base/process/metrics.ts'
import { Onlookers } from '../../base/edge/onlookers.ts'
import { openFileLimit } from '../../base/process/open-files.ts'
import { openApi } from './openapi.ts'
import { type Incoming, type Pipeline, type PipelineOptions, pipelineOf } from './pipeline.ts'
import { boundsOf, MAX_FIELDS, type Bounds, parseText, readParts, type UploadStore } from './read-body.ts'
import { isPeerGone } from '../database/recognise-error.ts'
import { standsFor } from '../live/loss.ts'
import { Refusal } from '../refuse.ts'

const BASE = '/api/v1/'
/** Connections of one address and in all; an office behind one address has a few for each window. Each is an open file. */
const CROWD = { idle: 512, each: 2048, all: Math.min(16_384, Math.max(256, openFileLimit() / 4)) }
/** Seconds: a year. */
const HSTS = 31_536_000
/** ms within which the head of a request must arrive, and its maximum size. */
const HEAD_MS = 20_000
const MAX_HEAD = 16_384
/** ms for running calls to be answered when the server stops. */
const LAST_ANSWERS = 8000
const webDist = join(import.meta.dirname, '../../../web/dist')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call: it reads bodies. */
    reads?: true
  }
}

export interface HttpOptions extends PipelineOptions {
  readonly house: House
  readonly live: Live
  /** Serve calls and the console; without it only health and metrics. */
  readonly api: boolean
  /** Names of the parts that are not ready; empty when all are. */
  ready(): Promise<string[]>
  /** Further handlers beside the calls. */
  readonly paths: readonly RawPath[]
  /** Metrics of the threads of this process. */
  measured(): Promise<readonly ThreadMetrics[]>
}

/** `serve` answers all addresses with this prefix, and reads the body itself within its own bounds. */
export interface RawPath {
  readonly begin: string
  serve(request: IncomingMessage, reply: ServerResponse, address: string): Promise<void>
}

/** The console's port: calls, live stream, health, metrics, the console's own files. Not listening yet. */
export async function makeHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    // timeout of heads; bodies have their own
    requestTimeout: 0,
    http: { headersTimeout: HEAD_MS, connectionsCheckingInterval: 5000, maxHeaderSize: MAX_HEAD },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: parseText, maxParamLength: 200 },
  })
  guardServer(app.server)
  const { config } = options.system
  const proxies = new Proxies(config['trust-proxy'])
  const crowd = crowdOf(app.server, CROWD, (address) => proxies.trusts(address))
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyWith(config['map-tiles']) },
    // HSTS; browsers ignore it on plain http
    strictTransportSecurity: consoleUrl(config).startsWith('https:') && { maxAge: HSTS, includeSubDomains: false },
  })
  const bodies = new Bodies()
  const answers = new AnswerLimiter()
  answers.watch(app.server, (request) => placeOf(proxies.clientOf(request)))
  app.addHook('onClose', async () => answers.close())
  refuseBodies(app, bodies)
  health(app, options, new Onlookers(config, proxies))
  if (!options.api) return app
  // before the first awaited plug-in: earlier routes keep their former handler
  app.setErrorHandler((error: { code?: string; statusCode?: number; message?: string }, request, reply) => {
    if (error instanceof Refusal) return refusal(request, reply, error.spec)
    const known =
      error.statusCode === 413 || error.code?.startsWith('FST_REQ_FILE') ? commonErrors.tooLarge : commonErrors.badInput
    // a client that disconnects is no fault of the server, and must not fill the log
    const level = isPeerGone(error) ? 'debug' : 'error'
    if ((error.statusCode ?? 500) >= 500) options.system.log[level]({ error: error.message ?? error.code }, 'http')
    return refusal(request, reply, (error.statusCode ?? 500) >= 500 ? commonErrors.unavailable : known)
  })
  await app.register(compress, { encodings: ['gzip'], threshold: 4096, zlibOptions: { level: 4 } })
  await app.register(formbody, { parser: parseText })
  readJson(app)
  await app.register(multipart, { limits: { fields: MAX_FIELDS, parts: MAX_FIELDS } })
  const store = { files: options.system.files, most: config['max-upload-mb'] << 20 }
  for (const { calls, handlers } of options.house.implementations) {
    for (const [key, spec] of Object.entries(calls)) {
      const handle = handlers[key]
      if (handle) addCall(app, pipelineOf(spec, handle, options), { store, bodies, proxies, system: options.system })
    }
  }
  // built once: it is large, and any client may request it
  let stated: Buffer | undefined
  app.get(`${BASE}openapi.json`, async (_request, reply) => {
    stated ??= Buffer.from(JSON.stringify(openApi(options.house.calls)))
    return reply.type('application/json; charset=utf-8').send(stated)
  })
  app.get(`${BASE}live`, (request, reply) => openStream(request, reply, options))
  rawPaths(app, options.paths, proxies)
  closeInOrder(app, options.live, upgrades(app, options, crowd))
  await files(app)
  return app
}

/** Accepts nothing new, answers running calls, and closes endless streams and sockets. */
function closeInOrder(app: FastifyInstance, live: Live, sockets: ReadonlySet<Duplex>): void {
  app.addHook('preClose', (done) => {
    live.close()
    for (const socket of sockets) socket.end()
    // keep-alive connections would stay open otherwise
    const rest = setInterval(() => app.server.closeIdleConnections(), 50)
    const cut = setTimeout(() => {
      app.server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    }, LAST_ANSWERS)
    app.server.once('close', () => {
      clearInterval(rest)
      clearTimeout(cut)
    })
    done()
  })
}

const policy = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** The only exception, set by the operator: pictures of map tiles. */
function policyWith(tiles: string): Record<string, string[]> {
  return tiles ? { ...policy, imgSrc: [...policy.imgSrc, new URL(tiles).origin] } : policy
}

interface HttpPort {
  readonly store: UploadStore
  readonly bodies: Bodies
  readonly proxies: Proxies
  readonly system: System
}

function addCall(app: FastifyInstance, pipeline: Pipeline, { store, bodies, proxies, system }: HttpPort): void {
  const { spec } = pipeline
  const path = `${BASE}${pathOf(spec)}`
  const hasId = 'id' in (spec.in as { properties: object }).properties
  const bounds = boundsOf(spec, store)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const ip = proxies.clientOf(request.raw)
    const incoming = await incomingOf(request, ip, bounds, spec.stores ? store : undefined)
    const answered = await pipeline.run(incoming)
    for (const { taken } of incoming.uploads) await taken?.drop()
    // answers contain private data, such as codes and tokens
    reply.header('cache-control', 'no-store')
    if ('envelope' in answered && answered.undo) reply.header('x-undo', answered.undo)
    if ('envelope' in answered)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answered.envelope))
    const { filename, mime, body } = answered.blob
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
    return reply.type(mime).send(body)
  }
  /** A body is not read before session, permission and free capacity are checked. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    const ip = proxies.clientOf(raw)
    const admitted = await pipeline.admit(headOf(request, ip))
    if ('refused' in admitted) {
      bodies.drain(raw)
      return reply.header('cache-control', 'no-store').send(admitted.refused)
    }
    const { session } = admitted
    // long responses end with the right to them
    if (session && (spec.blob || spec.stores)) {
      const { uid, id: session_id } = session
      reply.raw.once(
        'close',
        system.channels.keep({ uid, session_id, call: standsFor(spec) }, () => raw.destroy()),
      )
    }
    const bytes = announced(raw)
    if (bytes === 0) return undefined
    const who = session ? ('user' as const) : ('stranger' as const)
    const options = {
      ...bounds,
      holder: session ? String(session.uid) : placeOf(ip),
      who,
      stored: spec.stores === true,
    }
    const refused =
      whyNotRead(request, bytes, bounds) ??
      (bodies.take(raw, reply.raw, options) ? undefined : commonErrors.tooManyAtOnce)
    if (!refused) return undefined
    bodies.drain(raw)
    return refusal(request, reply, refused)
  }
  for (const url of hasId ? [path, `${path}/:id`] : [path])
    app.route({ method: methodOf(spec), url, bodyLimit: bounds.input, config: { reads: true }, onRequest, handler })
}

function whyNotRead({ headers }: FastifyRequest, bytes: number | undefined, bounds: Bounds): ErrorSpec | undefined {
  // no known client sends compressed bodies, and small ones could unpack to large ones
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return commonErrors.badInput
  const isForm = headers['content-type']?.startsWith('multipart/') === true
  return (bytes ?? 0) > (isForm ? bounds.most : bounds.input) ? commonErrors.tooLarge : undefined
}

/** Other addresses take no body: it is not read. */
function refuseBodies(app: FastifyInstance, bodies: Bodies): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.reads || announced(request.raw) === 0) return undefined
    bodies.drain(request.raw)
    if (request.url.startsWith('/api/')) return refusal(request, reply, commonErrors.unknownCall)
    return reply.code(413).send('too large\n')
  })
  app.addHook('onClose', async () => bodies.close())
}

/** Too deeply nested JSON is refused before it is parsed. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(Object.assign(new Error('too deep'), { statusCode: 400 }))
    else void parse(request, body, done)
  })
}

async function incomingOf(
  request: FastifyRequest,
  ip: string,
  bounds: Bounds,
  store: UploadStore | undefined,
): Promise<Incoming> {
  const { fields, uploads } = request.isMultipart?.()
    ? await readParts(request, bounds, store)
    : { fields: request.body, uploads: [] }
  const body = typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? fields : {}
  const head = headOf(request, ip)
  return { ...head, payload: { ...head.payload, ...body, ...(request.params as object) }, uploads }
}

/** The state of a call before its body is read. */
function headOf(request: FastifyRequest, ip: string): Incoming {
  return {
    token: request.headers.authorization?.replace(/^Bearer /i, ''),
    payload: { ...(request.query as object) },
    uploads: [],
    ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    acceptLanguage: request.headers['accept-language'],
  }
}

function refusal(request: FastifyRequest, reply: FastifyReply, spec: ErrorSpec): FastifyReply {
  const query = request.query as Record<string, unknown> | undefined
  const lang = langOf(query?.['lang']) ?? langOf(request.headers['accept-language']) ?? 'zh'
  return reply.code(200).send({ code: spec.code, msg: say(spec, lang), data: {} })
}

async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, live, rate, system }: HttpOptions,
): Promise<void> {
  const token = request.headers.authorization?.replace(/^Bearer /i, '')
  const session = token ? await sessions.of(token) : undefined
  if (!session) return void refusal(request, reply, commonErrors.authFailed)
  if (rate(`live ${session.id}`, 120)) return void refusal(request, reply, commonErrors.unavailable)
  const stream = takeOver(reply)
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const end = live.open(session.uid, session.access, stream, session.limits.streams)
  if (!end) return void stream.end()
  const release = system.channels.keep({ uid: session.uid, session_id: session.id }, end, { anew: true })
  stream.once('close', release)
}

function health(app: FastifyInstance, options: HttpOptions, onlookers: Onlookers): void {
  app.get('/healthz', async () => 'ok\n')
  app.get('/readyz', async ({ raw }, reply) => {
    const missing = await options.ready()
    // a job that does not run needs a person; traffic to other processes would not help
    const late = options.system.overdueJobs().map(({ name, idle }) => `${name} has not run for ${Math.round(idle)} s\n`)
    if (missing.length === 0) return reply.send(`ready\n${onlookers.may(raw) ? late.join('') : ''}`)
    return reply.code(503).send(onlookers.may(raw) ? `${missing.join('\n')}\n` : '')
  })
  app.get('/metrics', async ({ raw }, reply) => {
    if (!onlookers.may(raw)) return reply.code(404).send('not found\n')
    return reply.type(metrics.contentType).send(await metricsText(await options.measured()))
  })
}

function rawPaths(app: FastifyInstance, paths: readonly RawPath[], proxies: Proxies): void {
  for (const { begin, serve } of paths) {
    const onRequest = async ({ raw }: FastifyRequest, reply: FastifyReply) =>
      serve(raw, takeOver(reply), proxies.clientOf(raw))
    // before any body is read
    app.all(`${begin}*`, { config: { reads: true }, onRequest }, async () => undefined)
  }
}

/** Passes upgraded sockets to the rooms; returns the open ones. */
function upgrades(app: FastifyInstance, { house, system }: HttpOptions, crowd: Crowd): ReadonlySet<Duplex> {
  const open = new Set<Duplex>()
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    crowd.begin(socket)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const upgrade = house.upgrades.find(({ path }) => request.url?.startsWith(path))
    if (upgrade) upgrade.take(request, socket, head, system)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
  }
  onUpgrade(app.server, take, (error) =>
    system.log.error({ error: String((error as Error)?.stack ?? error) }, 'upgrade'),
  )
  return open
}

/** The console's files; every path that is no file is a screen, and screens are all one page. */
async function files(app: FastifyInstance): Promise<void> {
  const page = existsSync(join(webDist, 'index.html')) ? consolePage(webDist) : undefined
  if (page) {
    await app.register(fastifyStatic, {
      root: webDist,
      index: false,
      // the build stores compressed variants beside each text file
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/', (_request, reply) => sendPage(reply, page('/')))
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/')) return refusal(request, reply, commonErrors.unknownCall)
    const asset = request.url.startsWith('/assets/')
    if (!['GET', 'HEAD'].includes(request.method) || asset || !page) return reply.code(404).send('not found\n')
    return sendPage(reply, page(request.url))
  })
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
}
