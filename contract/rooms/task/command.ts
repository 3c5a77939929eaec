import { Type, type TProperties } from 'typebox'
import { ledPattern } from './enums.ts'
import { CommandOut, upgradeImage } from './shapes.ts'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Ids, Lines } from '../../kit/schema.ts'
import type { Words } from '../../kit/text.ts'
import { Confirmed, confirmErrors } from '../../kit/confirm.ts'
import { upgradeErrors } from './errors.ts'
import { WAIT_HOURS } from './timer/enums.ts'

/** Seconds the answer may wait for results; without it the answer comes once the task is kept. */
const wait = Type.Optional(Type.Integer({ minimum: 0, maximum: 110 }))

/** Common parameters of every batch. */
const patience = {
  wait,
  /** 1: an offline device gets the command when it reconnects; its item has result 3 until then. */
  wait_offline: Type.Optional(Flag),
  /** Hours after which the item of a device that did not connect ends with result 2. */
  wait_hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: WAIT_HOURS })),
}

const batch = <const V extends string, P extends TProperties>(verb: V, does: Words, more: P) => ({
  at: `POST device/command/${verb}` as const,
  does,
  who: 'device.command' as const,
  scene: 'write' as const,
  in: Type.Object({ ids: Ids, ...patience, ...more }),
  out: CommandOut,
})

export const commandCalls = defineCalls({
  reboot: {
    ...batch('reboot', { zh: '重启设备', en: 'Reboot devices' }, Confirmed),
    errors: [confirmErrors.needsConfirm],
  },
  backup: {
    ...batch(
      'backup',
      { zh: '备份配置', en: 'Back up the configuration of devices' },
      { note: Type.Optional(Lines(128)) },
    ),
    unconfirmed: 'devices hand out what they run',
  },
  upgrade: {
    ...batch(
      'upgrade',
      { zh: '升级固件', en: 'Upgrade the firmware of devices' },
      {
        ...upgradeImage,
        /** 1: the device loses its configuration. It always keeps its certificates and gateway address. */
        clean: Type.Optional(Flag),
        ...Confirmed,
      },
    ),
    errors: [...Object.values(upgradeErrors), confirmErrors.needsConfirm],
  },
  leds: {
    at: 'POST device/command/leds',
    does: { zh: '控制设备指示灯', en: 'Control the LEDs of devices' },
    who: 'device.command',
    unconfirmed: 'lights show where a device is',
    scene: 'write',
    in: Type.Object({
      ids: Ids,
      wait,
      pattern: enumOf(ledPattern),
      /** Of blinking; on and off stay until they are set again. */
      seconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 3600, default: 60 })),
    }),
    out: CommandOut,
  },
  factory: {
    at: 'POST device/command/factory',
    does: { zh: '恢复出厂设置', en: 'Reset devices to factory default' },
    who: 'device.command',
    scene: 'write',
    fresh: true,
    in: Type.Object({
      ids: Ids,
      wait,
      /**
       * 1: access points keep keys, the address of this server and the running configuration; their firmware keeps them together. 0:
       * all of it is erased, and the device may not come back by itself. Switches keep nothing on request.
       */
      keep_config: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 1 })),
      ...Confirmed,
    }),
    out: CommandOut,
    errors: [confirmErrors.needsConfirm],
  },
  kick: {
    at: 'POST device/command/kick',
    does: { zh: '断开无线终端', en: 'Disconnect a wireless terminal from an access point' },
    who: 'device.command',
    unconfirmed: 'one terminal, by its address, on one access point',
    scene: 'write',
    in: Type.Object({
      id: Id,
      wait,
      mac: Type.String({ pattern: '^[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}$' }),
      /** Seconds for which this access point rejects the terminal. */
      ban_s: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, default: 30 })),
    }),
    out: CommandOut,
  },
})
