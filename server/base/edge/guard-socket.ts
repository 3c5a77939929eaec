import type { ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'

/*
 * An `error` event without a listener ends the process. A socket or stream fails when its peer resets it, so each has a listener during its
 * whole life: Node removes its own when a socket is upgraded. `npm run check` refuses servers, upgrades, hijacked replies and child
 * processes that are not guarded here.
 */

interface Destroyable extends EventEmitter {
  destroy(): unknown
}

function end(this: Destroyable): void {
  this.destroy()
}

const ignore = () => {}

/** An error ends only the socket or stream. */
export function guardSocket<S extends Destroyable>(socket: S): S {
  return socket.on('error', end)
}

interface AnyServer extends EventEmitter {
  listen(...options: never[]): unknown
}

/** Guards every connection and response of this server, and the server itself once it listens. */
export function guardServer<S extends AnyServer>(server: S): S {
  server.on('connection', guardSocket)
  server.on('secureConnection', guardSocket)
  server.prependListener('request', (_: IncomingMessage, reply: ServerResponse) => guardSocket(reply))
  // the caller of listen gets its own error; a failed accept concerns only its client
  return server.on('error', ignore)
}

type Take = (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>

/**
 * Passes on upgraded sockets. An exception of `take` ends its own connection and is reported to `onError`. Guarding a socket twice is
 * cheap, so it is guarded here again.
 */
export function onUpgrade(server: EventEmitter, take: Take, onError: (error: unknown) => void): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    guardSocket(socket)
    const failed = (error: unknown) => {
      socket.destroy()
      onError(error)
    }
    try {
      take(request, socket, head)?.catch(failed)
    } catch (error) {
      failed(error)
    }
  })
}

/** Accepts an upgrade to a WebSocket; a protocol violation closes it. */
export function openWebSocket(
  server: WebSocketServer,
  [request, socket, head]: Parameters<Take>,
  onOpen: (socket: WebSocket) => void,
): void {
  server.handleUpgrade(request, socket, head, (opened) => onOpen(opened.on('error', ignore)))
}

/** Takes the response over from the framework. */
export function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  return guardSocket(reply.raw)
}

/** A child process that cannot be started, or does not read, must not end this process. */
export function guardChild<C extends ChildProcess>(child: C): C {
  for (const stream of child.stdio) stream?.on('error', ignore)
  return child.on('error', ignore)
}
