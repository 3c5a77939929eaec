import { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import type { Order } from './command/order.ts'
import { factoryPlan, kickPlan, ledsPlan } from './command/controls.ts'
import { planOf } from './command/define-order.ts'
import { callerOf, startCommand } from './command/start-command.ts'
import { waitOf } from './waiting/wait-of.ts'

export const calls = implement(commandCalls, {
  async reboot(ctx, { ids, wait, ...more }) {
    await requireConfirmed(ctx, { ids, action: 'reboot' }, more)
    return startCommand(ctx, ids, wait, { ...(await planOf(callerOf(ctx), { kind: 'reboot' })), ...waitOf(more) })
  },

  async backup(ctx, { ids, wait, note = '', ...more }) {
    const order: Order = { kind: 'backup', source: 'manual', note }
    return startCommand(ctx, ids, wait, { ...(await planOf(callerOf(ctx), order)), ...waitOf(more) })
  },

  async upgrade(ctx, { ids, wait, firmware_id, uri, sha256, signature, clean, ...more }) {
    await requireConfirmed(ctx, { ids, action: 'upgrade' }, more)
    const order: Order = {
      kind: 'upgrade',
      ...(firmware_id ? { firmware_id } : {}),
      ...(uri ? { uri } : {}),
      ...(sha256 ? { sha256: sha256.toLowerCase() } : {}),
      ...(signature ? { signature } : {}),
      ...(clean ? { clean } : {}),
    }
    return startCommand(ctx, ids, wait, { ...(await planOf(callerOf(ctx), order)), ...waitOf(more) })
  },

  leds: (ctx, input) => startCommand(ctx, input.ids, input.wait, ledsPlan(input)),
  async factory(ctx, input) {
    await requireConfirmed(ctx, { ids: input.ids, action: 'factory' }, input)
    return startCommand(ctx, input.ids, input.wait, factoryPlan(input))
  },
  kick: (ctx, input) => startCommand(ctx, [input.id], input.wait, kickPlan(input)),
})

const done = { zh: '设备已经执行，无法撤销', en: 'The device has executed the command; this cannot be undone' }
const copied = {
  zh: '备份不改变设备；不需要时可删除该备份',
  en: 'A backup does not change the device; delete it if it is not needed',
}
const installed = {
  zh: '固件升级不能直接撤销，请安装原来的版本',
  en: 'An upgrade cannot be undone; install the previous version',
}
const shone = { zh: '指示灯状态请重新设置', en: 'Set the LEDs again instead' }
const emptied = {
  zh: '恢复出厂设置无法撤销；若配置已清除，可从备份或变更单重新下发',
  en: 'A factory reset cannot be undone; if the configuration was erased, send it again from a backup or a change set',
}
const kicked = { zh: '终端可以自行重新连接', en: 'The terminal may reconnect automatically' }

export const undo = defineUndo(commandCalls, {
  reboot: done,
  backup: copied,
  upgrade: installed,
  leds: shone,
  factory: emptied,
  kick: kicked,
})
