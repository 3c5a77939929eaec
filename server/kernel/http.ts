import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import querystring from 'node:querystring'
import type { Duplex } from 'node:stream'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart, { type MultipartFile } from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { methodOf, pathOf } from '@belvedere/contract/kit/define-calls.ts'
import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { langOf, say } from '@belvedere/contract/kit/text.ts'
import { consolePage } from './console-page.ts'
import type { House } from './discover.ts'
import type { Files } from './files.ts'
import { guardServer, onUpgrade, takeOver } from './guard-socket.ts'
import type { Upload } from './implement.ts'
import type { Live } from './live.ts'
import { type Measured, metrics, metricsText } from './metrics.ts'
import { openApi } from './openapi.ts'
import { type Incoming, type Pipeline, type PipelineHow, pipelineOf } from './pipeline.ts'

const BASE = '/api/v1/'
const MAX_JSON = 4 << 20
const MAX_UPLOAD = 64 << 20
const MAX_FIELDS = 500
/** ms in which calls that are under way when the server stops may be answered. */
const LAST_ANSWERS = 8000
const webDist = join(import.meta.dirname, '../../web/dist')

export interface HttpHow extends PipelineHow {
  readonly house: House
  readonly live: Live
  /** Serve calls and the console; without it only health and metrics. */
  readonly api: boolean
  /** Words of what is not ready yet; empty when all is. */
  ready(): Promise<string[]>
  /** What threads of this process count. */
  measured(): Promise<readonly Measured[]>
}

/** The console's port: calls, live stream, health, metrics, the console's own files. Not listening yet. */
export async function makeHttp(how: HttpHow): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: MAX_JSON,
    // a firmware image over a slow line; a head that trickles in is cut by Node's own limit
    requestTimeout: 900_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: parseText, maxParamLength: 200 },
  })
  guardServer(app.server)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyWith(how.system.config['map-tiles']) },
    strictTransportSecurity: false,
  })
  health(app, how)
  if (!how.api) return app
  // before the first plug-in that is waited for: routes of before keep the handler they found
  app.setErrorHandler((error: { code?: string; statusCode?: number; message?: string }, request, reply) => {
    const known =
      error.statusCode === 413 || error.code?.startsWith('FST_REQ_FILE') ? commonErrors.tooLarge : commonErrors.badInput
    if ((error.statusCode ?? 500) >= 500) how.system.log.error({ error: error.message ?? error.code }, 'http')
    return refusal(request, reply, (error.statusCode ?? 500) >= 500 ? commonErrors.unavailable : known)
  })
  await app.register(compress, { encodings: ['gzip'], threshold: 4096, zlibOptions: { level: 4 } })
  await app.register(formbody, { parser: parseText, bodyLimit: MAX_JSON })
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD, files: 10, fields: MAX_FIELDS, fieldSize: 1 << 20, parts: MAX_FIELDS },
  })
  const store = { files: how.system.files, most: how.system.config['max-upload-mb'] << 20 }
  for (const { calls, handlers } of how.house.implementations) {
    for (const [key, spec] of Object.entries(calls)) {
      const handle = handlers[key]
      if (handle) addCall(app, pipelineOf(spec, handle, how), store)
    }
  }
  app.get(`${BASE}openapi.json`, async (_request, reply) => reply.send(openApi(how.house.calls)))
  app.get(`${BASE}live`, (request, reply) => openStream(request, reply, how))
  closeInOrder(app, how.live, upgrades(app, how))
  await files(app)
  return app
}

/** Nothing new is taken, what is under way is answered; streams and sockets without an end are ended. */
function closeInOrder(app: FastifyInstance, live: Live, sockets: ReadonlySet<Duplex>): void {
  app.addHook('preClose', (done) => {
    live.close()
    for (const socket of sockets) socket.end()
    // a connection whose last call is answered would stay for another one
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
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** The one exception an operator may make: pictures of a map from where its tiles are. */
function policyWith(tiles: string): Record<string, string[]> {
  return tiles ? { ...policy, imgSrc: [...policy.imgSrc, new URL(tiles).origin] } : policy
}

/** Brackets (`ids[]=1`, `nav[0][slug]=a`) need the larger parser; all other text the fast one. */
function parseText(text: string): Record<string, unknown> {
  return /\[|%5B/i.test(text)
    ? (qs.parse(text, { depth: 4, arrayLimit: 10_000, parameterLimit: 20_000 }) as Record<string, unknown>)
    : { ...querystring.parse(text, '&', '=', { maxKeys: MAX_FIELDS }) }
}

/** Where large uploads go. */
interface Store {
  files: Files
  most: number
}

function addCall(app: FastifyInstance, pipeline: Pipeline, store: Store): void {
  const { spec } = pipeline
  const path = `${BASE}${pathOf(spec)}`
  const hasId = 'id' in (spec.in as { properties: object }).properties
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = spec.stores && (await pipeline.refusal(headOf(request)))
    if (refused) return reply.header('connection', 'close').send(refused)
    const incoming = await incomingOf(request, spec.stores ? store : undefined)
    const answered = await pipeline.run(incoming)
    for (const { taken } of incoming.uploads) await taken?.drop()
    // answers carry what one caller may see, codes and tokens among it
    reply.header('cache-control', 'no-store')
    if ('envelope' in answered && answered.undo) reply.header('x-undo', answered.undo)
    if ('envelope' in answered)
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answered.envelope))
    const { filename, mime, body } = answered.blob
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
    return reply.type(mime).send(body)
  }
  for (const url of hasId ? [path, `${path}/:id`] : [path]) app.route({ method: methodOf(spec), url, handler })
}

async function incomingOf(request: FastifyRequest, store?: Store): Promise<Incoming> {
  const { fields, uploads } = request.isMultipart?.()
    ? await readParts(request, store)
    : { fields: request.body, uploads: [] }
  const body = typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? fields : {}
  const head = headOf(request)
  return { ...head, payload: { ...head.payload, ...body, ...(request.params as object) }, uploads }
}

/** What is known of a call before its body is read. */
function headOf(request: FastifyRequest): Incoming {
  return {
    token: request.headers.authorization?.replace(/^Bearer /i, ''),
    payload: { ...(request.query as object) },
    uploads: [],
    ip: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
    acceptLanguage: request.headers['accept-language'],
  }
}

async function readParts(request: FastifyRequest, store?: Store): Promise<{ fields: unknown; uploads: Upload[] }> {
  const text = new URLSearchParams()
  const uploads: Upload[] = []
  const limits = store && { fileSize: store.most, files: 1 }
  try {
    for await (const part of request.parts(limits ? { limits } : {})) {
      if (part.type === 'field') text.append(part.fieldname, String(part.value))
      else uploads.push(await (store ? storePart(part, store) : holdPart(part)))
    }
  } catch (error) {
    for (const { taken } of uploads) await taken?.drop()
    throw error
  }
  return { fields: parseText(text.toString()), uploads }
}

async function holdPart(part: MultipartFile): Promise<Upload> {
  const { fieldname: field, filename, mimetype: mime } = part
  return { field, filename, mime, bytes: await part.toBuffer() }
}

async function storePart(part: MultipartFile, { files, most }: Store): Promise<Upload> {
  const { fieldname: field, filename, mimetype: mime, file } = part
  const taken = await files.take(file, most)
  // a file that was cut at the limit looks whole
  if (!taken || file.truncated) {
    await taken?.drop()
    throw Object.assign(new Error('too large'), { statusCode: 413 })
  }
  return { field, filename, mime, bytes: Buffer.alloc(0), taken }
}

function refusal(request: FastifyRequest, reply: FastifyReply, spec: ErrorSpec): FastifyReply {
  const query = request.query as Record<string, unknown> | undefined
  const lang = langOf(query?.['lang']) ?? langOf(request.headers['accept-language']) ?? 'zh'
  return reply.code(200).send({ code: spec.code, msg: say(spec, lang), data: {} })
}

async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, live, rate }: HttpHow,
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
  if (!live.open(session.uid, session.access, stream)) stream.end()
}

function health(app: FastifyInstance, how: HttpHow): void {
  app.get('/healthz', async () => 'ok\n')
  app.get('/readyz', async (_request, reply) => {
    const missing = await how.ready()
    return reply.code(missing.length ? 503 : 200).send(missing.length ? `${missing.join('\n')}\n` : 'ready\n')
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metricsText(await how.measured())),
  )
}

/** Hands sockets that leave HTTP to the rooms; returns those that are open. */
function upgrades(app: FastifyInstance, { house, system }: HttpHow): ReadonlySet<Duplex> {
  const open = new Set<Duplex>()
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
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
      // the build leaves each text compressed beside it
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
