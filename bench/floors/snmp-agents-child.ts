import { createSocket, type Socket } from 'node:dgram'

// Simulated SNMP agents, each on a separate socket: any GET is answered with a value for every requested variable.
// Written by hand, so that an answer costs far less than a request: the requester is measured.

const [wanted = '100'] = process.argv.slice(2)

/** Reads a BER length; [length, offset of the content]. */
function lengthAt(bytes: Buffer, at: number): [number, number] {
  const first = bytes[at] ?? 0
  if (first < 0x80) return [first, at + 1]
  let length = 0
  const count = first & 0x7f
  for (let n = 1; n <= count; n++) length = length * 256 + (bytes[at + n] ?? 0)
  return [length, at + 1 + count]
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head =
    length < 0x80 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}

/** Answers by the bytes of the list of variables: the same requests are repeated. */
const answers = new Map<string, Buffer>()

function valuesFor(list: Buffer): Buffer {
  const key = list.toString('latin1')
  const known = answers.get(key)
  if (known) return known
  const binds: Buffer[] = []
  for (let at = 0; at < list.length; ) {
    const [length, start] = lengthAt(list, at + 1)
    const [oidLength, oidStart] = lengthAt(list, start + 1)
    const name = list.subarray(start, oidStart + oidLength)
    binds.push(tagged(0x30, Buffer.concat([name, Buffer.from([0x41, 4, 0x12, 0x34, 0x56, binds.length])])))
    at = start + length
  }
  const made = tagged(0x30, Buffer.concat(binds))
  answers.set(key, made)
  return made
}

function answerTo(asked: Buffer): Buffer {
  const [, inside] = lengthAt(asked, 1)
  const [versionLength, version] = lengthAt(asked, inside + 1)
  const afterVersion = version + versionLength
  const [communityLength, community] = lengthAt(asked, afterVersion + 1)
  const pduAt = community + communityLength
  const [, pdu] = lengthAt(asked, pduAt + 1)
  const [idLength, id] = lengthAt(asked, pdu + 1)
  const [errorLength, error] = lengthAt(asked, id + idLength + 1)
  const [indexLength, index] = lengthAt(asked, error + errorLength + 1)
  const [listLength, list] = lengthAt(asked, index + indexLength + 1)
  const values = valuesFor(asked.subarray(list, list + listLength))
  const body = Buffer.concat([asked.subarray(pdu, id + idLength), Buffer.from([2, 1, 0, 2, 1, 0]), values])
  return tagged(0x30, Buffer.concat([asked.subarray(inside, pduAt), tagged(0xa2, body)]))
}

async function open(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 65_536 })
  socket.on('message', (asked, from) => socket.send(answerTo(asked), from.port, from.address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return socket
}

const sockets = await Promise.all(Array.from({ length: Number(wanted) }, open))
process.send?.({ ports: sockets.map((socket) => socket.address().port) })
