import { type AgentLack, agentLacks } from '@belvedere/contract/kit/agent-lacks.ts'
import { readCapabilities } from './host/capabilities.ts'
import { type CommandLine, help, readCommandLine, type Verb } from './install/command-line.ts'
import { enrol } from './connection/enrol.ts'
import { install, uninstall } from './install/install.ts'
import { isObject, texts } from './loose.ts'
import { reasonOf, CommandRefusal } from './refusal.ts'
import { stateReporter } from './reports/report.ts'
import { runAgent } from './run-agent.ts'
import { openDirectory } from './files/state-directory.ts'
import { lang, print } from './print.ts'
import { version } from './version.ts'

const verbs: Record<Verb, (line: CommandLine) => Promise<void>> = {
  enrol: async (line) => {
    const serial = await enrol(openDirectory(line.dir), line)
    print(
      { zh: '已注册，序列号 {serial}，设置保存在 {dir}', en: 'Enrolled as {serial}; settings are in {dir}' },
      { serial, dir: line.dir },
    )
  },
  run: async (line) => {
    const directory = openDirectory(line.dir)
    if (!directory.enrolled) {
      throw new CommandRefusal(
        { zh: '{dir} 中没有注册信息，请先执行 enrol', en: 'There is no enrolment in {dir}; enrol first' },
        { dir: line.dir },
      )
    }
    const { interval } = line
    await runAgent(directory, { interval, args: ['run', '--dir', line.dir, '--interval', String(interval)] })
  },
  install: async (line) => {
    await install(openDirectory(line.dir), line.interval)
    print({ zh: '服务 belvedere-agent 已安装并启动', en: 'The service belvedere-agent is installed and running' })
  },
  uninstall: async () => {
    await uninstall()
    print({ zh: '服务 belvedere-agent 已移除', en: 'The service belvedere-agent is removed' })
  },
  status,
  report: async () => {
    process.stdout.write(`${JSON.stringify(await stateReporter()(), null, 2)}\n`)
  },
  help: async () => void process.stdout.write(help[lang]),
  version: async () => void process.stdout.write(`${version}\n`),
}

async function status(line: CommandLine): Promise<void> {
  const directory = openDirectory(line.dir)
  if (directory.enrolled) {
    const { serial, server, port } = directory.read()
    print(
      { zh: '已注册到 {server}:{port}，序列号 {serial}', en: 'Enrolled at {server}:{port} as {serial}' },
      { server, port, serial },
    )
  } else print({ zh: '尚未注册', en: 'Not enrolled' })
  const own = (await readCapabilities())['x-belvedere']
  for (const lack of texts(isObject(own) ? own.missing : [])) print(agentLacks[lack as AgentLack])
}

function quit(thrown: unknown): never {
  const { words, error } = reasonOf(thrown)
  print(words)
  if (error === 64) print({ zh: '用 --help 查看用法', en: 'See --help' })
  process.exit(error === 64 ? 64 : 1)
}

// No error of a device, a tool or the gateway may end the agent; unexpected errors are logged.
process.on('unhandledRejection', (thrown) => print(reasonOf(thrown).words))
process.on('uncaughtException', (thrown) => print(reasonOf(thrown).words))
// a failure to write the log cannot be logged
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  const line = readCommandLine(process.argv.slice(2))
  await verbs[line.verb](line)
  process.exit(0)
} catch (thrown) {
  quit(thrown)
}
