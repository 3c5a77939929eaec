import { countOf, objectOf, textOf, within } from '@belvedere/drivers/kit/coerce.ts'
import type { Compile, ReadBack } from '@belvedere/drivers/kit/compile.ts'
import { Draft } from '@belvedere/drivers/kit/compile/draft.ts'
import { defineDeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { CommandResult, DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import type { Reading } from '@belvedere/drivers/kit/reading.ts'
import { type Sources, statistics } from '@belvedere/drivers/kit/statistics.ts'
import { pager, type PagerCommand } from './test-protocol.ts'

const none = Object.fromEntries(Object.keys(statistics).map((id) => [id, null])) as unknown as Sources
const sources: Sources = {
  ...none,
  uptime: 'STAT up',
  cpu: 'STAT cpu',
  config: 'STAT cfg',
  traffic: 'STAT rx, tx',
  log_alarms: 'ALERT',
}

/** For tests: a family of the fictional protocol. */
export const testPager = defineDeviceDriver({
  family: 'test-pager',
  words: { zh: '测试寻呼机', en: 'Pagers of tests' },
  sources,
  protocol: pager.member({
    priority: 0,
    matches: ({ class: kind }) => kind.startsWith('P'),
    identify: (hello) => ({
      type: 7,
      vendor: 'Pagers',
      model: hello.class,
      firmware: hello.version,
      verbs: ['reboot', 'configure', 'running'],
      cgi: [],
      capabilities: { oui: hello.oui },
    }),
    encode: (command, can) => (can.verbs.includes(command.verb) ? encoders[command.verb]?.(command.args) : undefined),
    maxLine: 4096,
  }),
  decode,
  compile: compilePager(),
  readBack: readPager(),
  without: ['wireless', 'radio', 'port', 'service', 'wan', 'lan'],
})

function decode(method: string, given: Record<string, unknown>): Reading {
  const params = objectOf(given)
  if (method === 'ALERT') return { events: [{ at: 0, type: 'device.log', text: textOf(params.text, 200) ?? '' }] }
  if (method !== 'STAT') return {}
  const [rx_bytes, tx_bytes] = [countOf(params.rx), countOf(params.tx)]
  return {
    facts: {
      uptime: countOf(params.up),
      cpu: within(params.cpu, 0, 100),
      config_uuid: countOf(params.cfg),
      interfaces: [{ name: 'air', role: 'wan', up: true, rx_bytes, tx_bytes }],
    },
  }
}

const statusOf = (answer: string): CommandResult =>
  answer === 'OK' ? { result: 0, msg: '' } : { result: 1, msg: answer.slice(0, 200) }

const encoders: Partial<
  Record<DeviceCommand['verb'], (args: Record<string, unknown>) => PagerCommand | { wrong: string }>
> = {
  reboot: () => ({ line: 'RESET', read: statusOf }),
  configure: ({ uuid, config }) => {
    if (countOf(uuid) === undefined) return { wrong: 'uuid' }
    const read = (answer: string) => ({ ...statusOf(answer), data: { uuid, rejected: [] } })
    return { line: `SET ${String(uuid)} ${JSON.stringify(config)}`, read }
  },
  running: () => ({
    line: 'GET',
    read: (answer) => {
      const [, uuid = '', config = ''] = /^CFG (\d+) (.*)$/.exec(answer) ?? []
      return config
        ? { result: 0, msg: '', data: { uuid: Number(uuid), config: JSON.parse(config) } }
        : statusOf(answer)
    },
  }),
}

/** The document of a pager is `{ greeting }`: the name of the device. */
function compilePager(): Compile {
  return (effective, _capabilities, base) => {
    const draft = new Draft(base ?? {})
    const { name } = effective.system?.[''] ?? {}
    if (name !== undefined) draft.set(draft.root, 'greeting', name, 'system//name')
    return draft.finish()
  }
}

function readPager(): ReadBack {
  return ({ greeting }) => (typeof greeting === 'string' ? { system: { '': { name: greeting } } } : {})
}
