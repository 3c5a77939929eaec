import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { CommandRefusal } from '../refusal.ts'
import { usualDirectory } from '../files/state-directory.ts'

export type Verb = 'enrol' | 'run' | 'install' | 'uninstall' | 'status' | 'report' | 'help' | 'version'

export interface CommandLine {
  verb: Verb
  dir: string
  /** Seconds between two states. */
  interval: number
  server: string
  enrolPort: number
  port: number
  pin: string
  token: string
  force: boolean
}

const verbs: readonly Verb[] = ['enrol', 'run', 'install', 'uninstall', 'status', 'report', 'help', 'version']
const options = {
  dir: { type: 'string' },
  interval: { type: 'string' },
  server: { type: 'string' },
  'enrol-port': { type: 'string' },
  port: { type: 'string' },
  pin: { type: 'string' },
  token: { type: 'string' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** Parses the arguments; throws a Refusal that names the error. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parsed(args)
  const [word = 'help', ...rest] = positionals
  const verb = values.help ? 'help' : values.version ? 'version' : (word as Verb)
  if (!verbs.includes(verb) || rest.length > 0) {
    throw new CommandRefusal(
      { zh: '不认识的命令：{word}', en: 'Unknown command: {word}' },
      { word: positionals.join(' ') },
      64,
    )
  }
  const line = {
    verb,
    dir: resolve(values.dir ?? usualDirectory()),
    interval: whole('interval', values.interval ?? '60', 1, 3600),
    server: values.server ?? '',
    enrolPort: whole('enrol-port', values['enrol-port'] ?? '15003', 1, 65_535),
    port: whole('port', values.port ?? '15002', 1, 65_535),
    pin: (values.pin ?? '').replace(/^sha256\/\//, ''),
    token: values.token ?? '',
    force: values.force ?? false,
  }
  if (verb === 'enrol') demandEnrolment(line)
  return line
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new CommandRefusal({ zh: '命令行有误：{text}', en: 'The command line is wrong: {text}' }, { text }, 64)
  }
}

function whole(name: string, value: string, from: number, to: number): number {
  const read = Number(value)
  if (/^\d+$/.test(value) && read >= from && read <= to) return read
  throw new CommandRefusal(
    { zh: '--{name} 必须是 {from} 到 {to} 的整数', en: '--{name} must be a whole number from {from} to {to}' },
    { name, from, to },
    64,
  )
}

function demandEnrolment(line: CommandLine): void {
  const lacking = (['server', 'pin', 'token'] as const).filter((name) => line[name] === '')
  if (lacking.length > 0) {
    throw new CommandRefusal(
      { zh: 'enrol 缺少 {names}', en: 'enrol lacks {names}' },
      { names: lacking.map((name) => `--${name}`).join(' ') },
      64,
    )
  }
  if (!/^[A-Za-z0-9+/]{43}=$/.test(line.pin)) {
    throw new CommandRefusal(
      { zh: '--pin 必须是公钥 SHA-256 的 base64', en: '--pin must be the base64 of a SHA-256' },
      {},
      64,
    )
  }
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(line.server))
    throw new CommandRefusal({ zh: '--server 无效', en: '--server is not a host' }, {}, 64)
}

export const help = {
  zh: `用法：node agent.mjs <命令> [选项]

命令
  enrol      用一次性令牌向控制器注册本机
             --server 主机  --pin 公钥指纹  --token 令牌
             [--enrol-port 15003]  [--port 15002]  [--force]
  run        在前台运行  [--interval 秒，默认 60]
  install    安装为 systemd 服务并启动（需要 root）  [--interval 秒]
  uninstall  停止并移除 systemd 服务
  status     显示注册信息和本机缺少的条件
  report     打印一份状态报告（JSON），不连接控制器
  version    显示版本

选项
  --dir 目录  密钥、证书和设置所在目录
              默认：root 为 /var/lib/belvedere-agent，其他用户为 ~/.belvedere-agent
`,
  en: `Usage: node agent.mjs <command> [options]

Commands
  enrol      enrol this host at a controller with a one-time token
             --server HOST  --pin SHA256  --token TOKEN
             [--enrol-port 15003]  [--port 15002]  [--force]
  run        run in the foreground  [--interval SECONDS, 60]
  install    install and start as a systemd service (root)  [--interval SECONDS]
  uninstall  stop and remove the systemd service
  status     show the enrolment and what this host lacks
  report     print one state report (JSON) without a controller
  version    show the version

Options
  --dir DIR  folder of key, certificates and settings
             usually /var/lib/belvedere-agent for root, ~/.belvedere-agent for others
`,
}
