import { say, type Words } from '@belvedere/contract/kit/text.ts'
import { issueDeviceCertificates, NoAuthority, renewDeviceCertificates } from './client/certificates.ts'
import { BusyBox } from './commands/busybox.ts'
import { serveControl } from './control/control-server.ts'
import { Fleet } from './fleet.ts'
import { controlOf, controlOfMany, type FleetControl } from './control/fleet-control.ts'
import { answerParent, shareVariable, startProcesses } from './control/fleet-processes.ts'
import { FlagError, type Flags, helpText, lang, readFlags } from './flags.ts'
import { readSaved, writeSaved } from './device/state-file.ts'
import { mostDevices, planDevices } from './model/plan-devices.ts'
import { findScenarios } from './scenarios/find-scenarios.ts'

const progressSeconds = 5
const keepSeconds = 30

const tell = (words: Words, values?: Record<string, string | number>) => console.log(say(words, lang, values))

const DAY = 86_400_000

async function main(args: readonly string[]): Promise<void> {
  const scenarios = await findScenarios()
  const flags = readFlags(args, scenarios)
  if (!flags) return console.log(helpText(scenarios))
  const planned = planDevices(flags.scenario.name, flags.scenario.sites(flags.devices), flags.seed)
  if (planned.length > mostDevices) throw new FlagError(`--devices: ${planned.length} > ${mostDevices}`)
  if (flags.list) return console.log(JSON.stringify(planned, null, 1))
  const share = process.env[shareVariable]
  if (share !== undefined) return runShare(flags, share)
  const started = performance.now()
  await issueDeviceCertificates(
    flags.caDir,
    planned.map(({ serial }) => serial),
  )
  const took = ((performance.now() - started) / 1000).toFixed(1)
  tell(
    {
      zh: '{name}：{count} 台设备，证书用时 {took} 秒，网关 {server}:{port}',
      en: '{name}: {count} {count:device|devices}, certificates took {took} s, gateway {server}:{port}',
    },
    { name: flags.scenario.name, count: planned.length, took, server: flags.server, port: flags.port },
  )
  // the parent process may be killed without notice
  if (flags.follow) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
  const control = flags.processes === 1 ? await runHere(flags) : runParent(flags, args)
  if (flags.control !== undefined) await serveControl(control, flags.control)
  watch(control)
}

/** Number of devices up to which scripts are run: each armed device has a shell that checks the clock every second. */
const MOST_SHELLS = 300

function shellFor(devices: number): BusyBox | undefined {
  const busybox = devices <= MOST_SHELLS ? BusyBox.find() : undefined
  if (busybox)
    tell({
      zh: 'AP 在 BusyBox ash 中执行平台的脚本',
      en: 'access points run the scripts of the controller in BusyBox ash',
    })
  else
    tell(
      {
        zh: '没有 busybox，或设备超过 {most} 台：AP 按脚本的含义应答，不经 shell 执行',
        en: 'no busybox, or more than {most} devices: access points interpret scripts without a shell, so shell errors do not show',
      },
      { most: MOST_SHELLS },
    )
  return busybox
}

/** Runs one process's sites; shuts down on a signal. */
async function startFleet(
  flags: Flags,
  share: { index: number; of: number },
): Promise<{ fleet: Fleet; end(): Promise<void> }> {
  const { scenario, devices, seed, caDir, server: host, port, interval, timeScale, fast, processes } = flags
  const keepFile = flags.keep && (share.of > 1 ? `${flags.keep}.${share.index}` : flags.keep)
  const own = planDevices(scenario.name, scenario.sites(devices), seed)
  const certificates = await issueDeviceCertificates(
    caDir,
    own.map(({ serial }) => serial),
  )
  const renewal = () =>
    renewDeviceCertificates(caDir, certificates).catch((problem: Error) => console.error(`fleet: ${problem.message}`))
  setInterval(() => void renewal(), DAY).unref()
  const kept = keepFile ? await readSaved(keepFile) : undefined
  const fleet = new Fleet({
    scenario,
    devices,
    host,
    port,
    dialled: flags.dialled,
    certificates,
    seed,
    interval,
    timeScale,
    fast,
    answersRequests: flags.answersRequests,
    restricted: flags.restricted,
    busybox: shellFor(devices),
    ramp: flags.ramp / processes,
    share,
    kept,
  })
  const keep = async () => {
    if (keepFile)
      await writeSaved(keepFile, fleet.keep()).catch((problem: Error) => console.error(`fleet: ${problem.message}`))
  }
  const clock = keepFile ? setInterval(() => void keep(), keepSeconds * 1000) : undefined
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    clearInterval(clock)
    await keep()
    fleet.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
  fleet.start()
  return { fleet, end }
}

async function runHere(flags: Flags): Promise<FleetControl> {
  return controlOf((await startFleet(flags, { index: 0, of: 1 })).fleet)
}

async function runShare(flags: Flags, share: string): Promise<void> {
  const [index = 0, of = 1] = share.split('/').map(Number)
  const { fleet, end } = await startFleet(flags, { index, of })
  answerParent(controlOf(fleet), () => void end())
}

function runParent(flags: Flags, args: readonly string[]): FleetControl {
  const parts = startProcesses(flags.processes, args)
  for (const { child } of parts) child.once('exit', (code) => code && process.exit(code))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const { child } of parts) child.disconnect()
      process.exit(0)
    })
  }
  return controlOfMany(parts.map(({ control }) => control))
}

/** Prints the progress whenever it changed. */
function watch(control: FleetControl): void {
  let before = ''
  setInterval(async () => {
    const { devices, connected, sent, trouble, failures, losses } = await control.status()
    const line = `${connected} ${failures} ${losses}`
    if (line === before) return
    before = line
    const values = { connected, devices, sent, trouble: connected === devices ? '' : trouble }
    tell(
      {
        zh: '已连接 {connected}/{devices}，已发送 {sent} 条 {trouble}',
        en: '{connected}/{devices} connected, messages sent: {sent} {trouble}',
      },
      values,
    )
  }, progressSeconds * 1000)
}

main(process.argv.slice(2)).catch((problem: Error) => {
  const known = problem instanceof FlagError || problem instanceof NoAuthority || 'code' in problem
  console.error(known ? `fleet: ${problem.message}` : problem)
  process.exit(2)
})
