import { ConfigError, helpText, readConfig } from './kernel/config.ts'
import { hearRejections, keepGoing } from './kernel/last-resort.ts'
import { openLog } from './kernel/log.ts'
import { settleSoon } from './kernel/settle.ts'
import { whyNotStarted } from './kernel/start-trouble.ts'
import { startDemoFleet } from './demo-fleet.ts'
import { startServer } from './start-server.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

function settings() {
  try {
    return readConfig(process.argv.slice(2), process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

const config = settings()
if (config.help) {
  say(helpText())
  process.exit(0)
}

const log = openLog(config['log-level'])
const began = Date.now()
const server = await startServer(config, log).catch((error: Error) => {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exit(1)
})
const fleet = await startDemoFleet(server)

say(`\n  揽景网络管理平台 / Belvedere   ${server.url}   (${((Date.now() - began) / 1000).toFixed(1)} s)`)
for (const [name, port] of server.gateways) if (port) say(`  ${name.padEnd(8)} ${config.host}:${port}`)
for (const { zh, en } of server.lines) say(`  ${zh}\n  ${en}`)
say('')

settleSoon()

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // a stop that hangs must not leave the machine with a half-dead server
  setTimeout(() => process.exit(1), 20_000).unref()
  fleet?.stop()
  await server.stop()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
hearRejections(log)
keepGoing(log)
