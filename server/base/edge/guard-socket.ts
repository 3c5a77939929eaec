import type { ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'

/*
 * An `error` event nobody listens to ends the process. A socket or stream fails whenever its other side resets it, so each has
 * its listener from its first moment to its last, whoever holds it meanwhile: Node takes its own away when a socket leaves HTTP.
 * `npm run check` refuses servers, upgrades, hijacked replies and child processes that do not come through here.
 */

interface Destroyable extends EventEmitter {
  destroy(): unknown
}

function end(this: Destroyable): void {
  this.destroy()
}

const ignore = () => {}

/** An error ends the socket or stream, and nothing else. */
export function guardSocket<S extends Destroyable>(socket: S): S {
  return socket.on('error', end)
}

interface AnyServer extends EventEmitter {
  listen(...how: never[]): unknown
}

/** Every connection and answer of this server is guarded, whatever becomes of it; so is the server once it listens. */
export function guardServer<S extends AnyServer>(server: S): S {
  server.on('connection', guardSocket)
  server.on('secureConnection', guardSocket)
  server.prependListener('request', (_: IncomingMessage, reply: ServerResponse) => guardSocket(reply))
  // who listens is told that it cannot; a connection that could not be accepted concerns its client alone
  return server.on('error', ignore)
}

type Take = (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>

/**
 * Hands on sockets that leave HTTP. What `take` throws ends its own connection and is told to `onError`. The proof for a socket
 * of a server that is guarded already is cheap, so it is guarded here once more.
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

/** The answer to an upgrade to a WebSocket; what it breaks of the protocol closes it. */
export function openWebSocket(
  server: WebSocketServer,
  [request, socket, head]: Parameters<Take>,
  onOpen: (socket: WebSocket) => void,
): void {
  server.handleUpgrade(request, socket, head, (opened) => onOpen(opened.on('error', ignore)))
}

/** Takes the answer out of the framework's care. */
export function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  return guardSocket(reply.raw)
}

/** A program that cannot be started, or does not read, is no reason to end. */
export function guardChild<C extends ChildProcess>(child: C): C {
  for (const stream of child.stdio) stream?.on('error', ignore)
  return child.on('error', ignore)
}
