import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import { say } from '../../../kit/words/words.ts'

/** The affected objects as parts of a sentence; empty: only the devices themselves. */
export function blastParts({ device_cnt, ap_cnt, switch_cnt, terminal_cnt, scene_cnt }: Blast): string[] {
  const others = device_cnt - ap_cnt - switch_cnt
  return [
    ap_cnt > 0 && say({ zh: '{n} 台 AP', en: '{n} {n:access point|access points}' }, { n: ap_cnt }),
    switch_cnt > 0 && say({ zh: '{n} 台交换机', en: '{n} {n:switch|switches}' }, { n: switch_cnt }),
    others > 0 && say({ zh: '{n} 台其他设备', en: '{n} other {n:device|devices}' }, { n: others }),
    terminal_cnt > 0 && say({ zh: '{n} 个在线终端', en: '{n} connected {n:terminal|terminals}' }, { n: terminal_cnt }),
    scene_cnt > 0 &&
      say({ zh: '{n} 个场景的全部外网连接', en: 'every line of {n} {n:scene|scenes}' }, { n: scene_cnt }),
  ].filter((part) => part !== false)
}

/** Further objects of the action besides those selected by name; empty: none. */
export function unnamedPart({ unnamed_cnt }: Blast): string | undefined {
  if (unnamed_cnt === 0) return undefined
  return say({ zh: '共操作 {n} 台设备。', en: 'This acts on {n} {n:device|devices}.' }, { n: unnamed_cnt })
}

/** Online devices that are no longer managed after a removal; empty: none. */
export function releasedParts({ unmanaged_cnt, unmonitored_cnt }: Blast): string[] {
  return [
    unmanaged_cnt > 0 && say({ zh: '{n} 台在线设备', en: '{n} online {n:device|devices}' }, { n: unmanaged_cnt }),
    unmonitored_cnt > 0 &&
      say({ zh: '{n} 个在线终端', en: '{n} connected {n:terminal|terminals}' }, { n: unmonitored_cnt }),
  ].filter((part) => part !== false)
}
