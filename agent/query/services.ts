import { hasSystemd } from '../host/has-systemd.ts'
import { objects, text } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import { runJson } from '../host/run-tool.ts'
import { defineQuery } from './define-query.ts'

export const services = defineQuery('services', async () => {
  if (!hasSystemd())
    throw new CommandRefusal({ zh: '系统不是由 systemd 管理', en: 'The host is not managed by systemd' })
  const printed = await runJson('systemctl', ['list-units', '--type=service', '--all', '--no-pager', '--output=json'])
  // Before version 246 systemctl ignored the JSON option.
  if (printed === undefined)
    throw new CommandRefusal({ zh: 'systemctl 版本过旧或无法执行', en: 'systemctl is too old or cannot run' })
  return objects(printed).map((entry) => ({
    unit: text(entry.unit),
    load: text(entry.load),
    active: text(entry.active),
    sub: text(entry.sub),
    description: text(entry.description),
  }))
})
