import { ConfigError, helpText, readConfig } from './base/settings/config.ts'
import { logRejections, surviveExceptions } from './base/process/last-resort.ts'
import { openLog } from './base/process/log.ts'
import { settleSoon } from './base/process/settle.ts'
import { whyNotStarted } from './base/process/start-trouble.ts'
import { type DemoFleet, startDemoFleet } from './demo-fleet.ts'
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
const starting = startServer(config, log)
let fleet: DemoFleet | undefined
let stopping = false

/** Waits for a start in progress: PostgreSQL outlives a process that does not stop it. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  // a stop that hangs must not leave a partly stopped server running
  setTimeout(() => process.exit(1), 20_000).unref()
  const server = await starting
  fleet?.stop()
  await server.stop()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())

const server = await starting.catch((error: Error) => {
  process.stderr.write(`${whyNotStarted(error)}\n`)
  process.exit(1)
})
if (!stopping) fleet = await startDemoFleet(server)
logRejections(log)
surviveExceptions(log)

say(`\n  揽景网络管理平台 / Belvedere   ${server.url}   (${((Date.now() - began) / 1000).toFixed(1)} s)`)
for (const [name, port] of server.gateways) if (port) say(`  ${name.padEnd(8)} ${config.host}:${port}`)
for (const { zh, en } of server.lines) say(`  ${zh}\n  ${en}`)
say('')

settleSoon()
