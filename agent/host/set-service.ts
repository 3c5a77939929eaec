import { isRoot } from './capabilities.ts'
import { hasSystemd } from './has-systemd.ts'
import type { LooseJson } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import { runTool } from './run-tool.ts'

/** The unit of this program; after stopping it, no process could start it again. */
const ourselves = 'belvedere-agent.service'

/** Starts, stops or restarts a service of systemd. */
export const serviceCommands = { 'x-belvedere.service': { inTurn: true as const, run: setService } }

async function setService({ name, action }: LooseJson): Promise<object> {
  if (!isRoot() || !hasSystemd()) throw new CommandRefusal({ zh: 'Not support', en: 'Not support' })
  if (typeof name !== 'string' || !/^[\w@.:\\][\w@.:\\-]{0,200}\.service$/.test(name))
    throw new CommandRefusal({ zh: '服务名称无效', en: 'The name of the service is not valid' }, {}, 1)
  if (action !== 'start' && action !== 'stop' && action !== 'restart')
    throw new CommandRefusal({ zh: '操作无效', en: 'The action is not valid' }, {}, 1)
  if (name === ourselves)
    throw new CommandRefusal({ zh: '不能停止代理程序自身', en: 'The agent does not stop itself' }, {}, 1)
  const { ok, out, err, timedOut } = await runTool('systemctl', [action, '--', name], { timeout: 90_000 })
  if (timedOut) throw new CommandRefusal({ zh: '服务操作超时', en: 'The service took too long' })
  if (!ok) {
    const text = (err || out).trim().slice(0, 1000)
    throw new CommandRefusal({ zh: text, en: text })
  }
  return {}
}
