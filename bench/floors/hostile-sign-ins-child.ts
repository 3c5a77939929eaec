import { Agent, request } from 'node:http'

const [, , url = '', account = '', block = ''] = process.argv
const A_SECOND = 1000
const ADDRESSES = 200
/** Most requests in progress at once; a slower server gets no more. */
const AT_ONCE = 2000

/** Kept open: connecting is not measured. The sockets of an agent use its address. */
const agents = Array.from(
  { length: ADDRESSES },
  (_, n) => new Agent({ keepAlive: true, maxSockets: 10, localAddress: `127.0.${block}.${n + 1}` }),
)
const counts: Record<string, number> = { sent: 0, skipped: 0 }
let [under, next] = [0, 0]

/** Half of the requests use the victim's name, half use names of no account. */
function ask(n: number): void {
  counts['sent'] = (counts['sent'] ?? 0) + 1
  under++
  const body = JSON.stringify({ account: n % 2 ? account : `nobody-${n % 977}`, password: `Wrong-${n}-2026` })
  const done = (code: string) => {
    under--
    counts[code] = (counts[code] ?? 0) + 1
  }
  const out = request(
    `${url}/api/v1/user/login`,
    { method: 'POST', agent: agents[n % ADDRESSES] as Agent, headers: { 'content-type': 'application/json' } },
    (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => done(/"code":(\d+)/.exec(text)?.[1] ?? 'none'))
    },
  )
  out.on('error', () => done('failed')).end(body)
}

const began = performance.now()
setInterval(() => {
  const due = Math.floor(((performance.now() - began) / 1000) * A_SECOND)
  for (; next < due; next++) {
    if (under < AT_ONCE) ask(next)
    else counts['skipped'] = (counts['skipped'] ?? 0) + 1
  }
}, 5)
process.on('message', () => process.send?.({ ...counts, seconds: Math.round((performance.now() - began) / 1000) }))
setTimeout(() => process.send?.('begun'), 1000)
