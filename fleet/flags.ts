import { parseArgs } from 'node:util'
import { langOf, say, type Words } from '@belvedere/contract/kit/text.ts'
import { mostDevices } from './model/plan-devices.ts'
import type { Scenario } from './scenarios/define-scenario.ts'

export interface Flags {
  scenario: Scenario
  server: string
  port: number
  dialled: string | undefined
  caDir: string
  devices: number
  interval: number
  processes: number
  seed: number
  ramp: number
  timeScale: number
  control: number | undefined
  keep: string | undefined
  fast: boolean
  answersRequests: boolean
  restricted: boolean
  follow: boolean
  list: boolean
}

/** An error of the user's command line, with words for people. */
export class FlagError extends Error {}

export const lang = langOf(process.env.LC_ALL || process.env.LANG) ?? 'en'

interface Flag {
  /** The placeholder of its value in the help; absent: a switch. */
  value?: string
  words: Words
}

const flags: Readonly<Record<string, Flag>> = {
  server: { value: 'HOST', words: { zh: '网关地址，默认 127.0.0.1', en: 'the gateway, default 127.0.0.1' } },
  port: { value: 'PORT', words: { zh: '网关端口，默认 15002', en: 'its port, default 15002' } },
  dialled: {
    value: 'NAME',
    words: {
      zh: '设备得知网关时的名称，须与网关证书相符；默认不核对',
      en: 'the name devices learned of the gateway, compared with its certificate; without it no name is checked',
    },
  },
  'ca-dir': {
    value: 'DIR',
    words: {
      zh: '含有 simulated-ca.pem、simulated-ca.key 和 ca.pem 的目录（必填）',
      en: 'the folder with simulated-ca.pem, simulated-ca.key and ca.pem (required)',
    },
  },
  devices: { value: 'N', words: { zh: '设备数量（仅可伸缩的场景）', en: 'how many devices (scenarios that scale)' } },
  interval: { value: 'S', words: { zh: '上报间隔，秒', en: 'seconds between states' } },
  processes: { value: 'N', words: { zh: '进程数，默认 1', en: 'processes, default 1' } },
  seed: { value: 'N', words: { zh: '随机种子，决定序列号，默认 1', en: 'decides the serial numbers, default 1' } },
  ramp: { value: 'N', words: { zh: '启动时每秒连接的设备数', en: 'devices that dial a second at the start' } },
  'time-scale': {
    value: 'X',
    words: { zh: '重启、升级等等待时间的倍数', en: 'multiplies the waiting for reboots and upgrades' },
  },
  control: {
    value: 'PORT',
    words: { zh: '本机控制接口端口，用于制造故障', en: 'port of the control interface on this machine, for faults' },
  },
  keep: {
    value: 'FILE',
    words: {
      zh: '把设备的计数器和配置存入文件，下次启动继续',
      en: 'keeps counters and configurations in a file for the next start',
    },
  },
  fast: {
    words: { zh: '断线后一秒内重连，不按真实客户端节奏', en: 'reconnects within a second, not as the real clients do' },
  },
  'answers-requests': {
    words: {
      zh: 'AP 使用仍能应答状态请求的旧固件',
      en: 'access points run older firmware that answers state requests',
    },
  },
  restricted: {
    words: { zh: 'AP 只执行带签名的脚本', en: 'access points execute signed scripts only' },
  },
  follow: {
    words: {
      zh: '标准输入关闭时退出，供启动它的程序使用',
      en: 'ends when its standard input does, for programs that start it',
    },
  },
  list: { words: { zh: '以 JSON 列出设备后退出', en: 'lists the devices as JSON and ends' } },
  help: { words: { zh: '显示本说明', en: 'shows this' } },
}

export function helpText(scenarios: ReadonlyMap<string, Scenario>): string {
  const tell = (words: Words) => say(words, lang)
  const rows = Object.entries(flags).map(
    ([name, { value, words }]) => `  ${`--${name}${value ? ` ${value}` : ''}`.padEnd(20)}${tell(words)}`,
  )
  const list = [...scenarios.values()].map(({ name, words }) => `  ${name.padEnd(20)}${tell(words)}`)
  const usage = tell({
    zh: '用法：npm run fleet -- <场景> --ca-dir DIR [选项]',
    en: 'Usage: npm run fleet -- <scenario> --ca-dir DIR [options]',
  })
  return [
    usage,
    '',
    tell({ zh: '场景', en: 'Scenarios' }),
    ...list,
    '',
    tell({ zh: '选项', en: 'Options' }),
    ...rows,
  ].join('\n')
}

/** Parses the command line; undefined: help was requested. Throws `FlagError`. */
export function readFlags(args: readonly string[], scenarios: ReadonlyMap<string, Scenario>): Flags | undefined {
  const { values, positionals } = parse(args)
  if (values.help) return undefined
  const scenario = chooseScenario(positionals, scenarios)
  const text = (name: string) => values[name] as string | undefined
  const number = (name: string, low: number, high: number, otherwise: number) =>
    numberOf(name, text(name), low, high, otherwise)
  if (values.devices !== undefined && !scenario.scales)
    throw wrong(
      { zh: '场景 {name} 的设备数量固定', en: 'the scenario {name} has a fixed number of devices' },
      { name: scenario.name },
    )
  const control = text('control') === undefined ? undefined : number('control', 1, 65_535, 0)
  const caDir = text('ca-dir')
  if (caDir === undefined && !values.list) throw wrong({ zh: '请用 --ca-dir 指定证书目录', en: '--ca-dir is required' })
  return {
    scenario,
    server: text('server') ?? '127.0.0.1',
    port: number('port', 1, 65_535, 15_002),
    dialled: text('dialled'),
    caDir: caDir ?? '',
    devices: number('devices', 1, mostDevices, scenario.devices),
    interval: number('interval', 1, 3600, scenario.interval),
    processes: number('processes', 1, 64, 1),
    seed: number('seed', 0, 4_294_967_295, 1),
    ramp: number('ramp', 1, 10_000, scenario.ramp),
    timeScale: number('time-scale', 0, 100, scenario.timeScale),
    control,
    keep: text('keep'),
    fast: values.fast === true,
    answersRequests: values['answers-requests'] === true,
    restricted: values.restricted === true,
    follow: values.follow === true,
    list: values.list === true,
  }
}

function parse(args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (problem) {
    throw new FlagError((problem as Error).message)
  }
}

function chooseScenario(positionals: readonly string[], scenarios: ReadonlyMap<string, Scenario>): Scenario {
  const names = [...scenarios.keys()].join(', ')
  const [name, more] = positionals
  if (name === undefined) throw wrong({ zh: '请指定场景：{names}', en: 'name a scenario: {names}' }, { names })
  if (more !== undefined)
    throw wrong({ zh: '只能指定一个场景，多出的是 {more}', en: 'one scenario only, and not {more}' }, { more })
  const scenario = scenarios.get(name)
  if (!scenario)
    throw wrong(
      { zh: '没有场景 {name}；可用的有 {names}', en: 'there is no scenario {name}; there are {names}' },
      { name, names },
    )
  return scenario
}

function numberOf(name: string, text: string | undefined, low: number, high: number, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  const whole = name === 'time-scale' || name === 'ramp' || Number.isInteger(value)
  if (text.trim() !== '' && value >= low && value <= high && whole) return value
  throw wrong(
    {
      zh: '--{name} 应为 {low} 到 {high} 的数字，而不是 {text}',
      en: '--{name} wants a number from {low} to {high}, not {text}',
    },
    { name, low, high, text },
  )
}

const wrong = (words: Words, values: Record<string, string | number> = {}) => new FlagError(say(words, lang, values))
