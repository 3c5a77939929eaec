import { blastCalls } from '@belvedere/contract/rooms/change/blast.ts'
import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { glyphClass } from '../../../ui/base/glyph.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { blastParts, releasedParts, unnamedPart } from './blast-text.ts'

interface BlastNoteProps {
  ids: readonly number[]
  action: 'reboot' | 'upgrade' | 'factory' | 'configure' | 'poe' | 'remove'
  ports?: readonly string[]
}

/** Loads and shows what is affected by an action on the devices. */
export function BlastNote({ ids, action, ports }: BlastNoteProps) {
  const { data, error } = useQueryCall(blastCalls.get, {
    ids: [...ids],
    action,
    ...(ports ? { ports: [...ports] } : {}),
  })
  // the question can be answered without it
  if (error) return null
  if (!data) return <Skeleton className="h-5 w-full" />
  return <BlastLines blast={data} />
}

/** The same for a known blast radius. */
export function BlastLines({ blast }: { blast: Blast }) {
  const parts = blastParts(blast)
  const released = releasedParts(blast)
  const acted = unnamedPart(blast)
  const own = ownPath[blast.own_path]
  return (
    <div className="grid gap-1">
      {acted && <p className="font-medium text-warning">{acted}</p>}
      {parts.length > 0 && (
        <p className="font-medium text-warning">
          {say({ zh: '将失去连接：', en: 'These lose their connection: ' })}
          {parts.join(lang === 'zh' ? '、' : ', ')}
          {lang === 'zh' ? '。' : '.'}
        </p>
      )}
      {released.length > 0 && (
        <p className="font-medium text-warning">
          {say({ zh: '将不再受平台管理：', en: 'No longer managed: ' })}
          {released.join(lang === 'zh' ? '、' : ', ')}
          {lang === 'zh' ? '。' : '.'}
        </p>
      )}
      {!acted && parts.length === 0 && released.length === 0 && blast.uncertain === 0 && (
        <p>
          {say({ zh: '不会影响其他设备和在线终端。', en: 'No other device and no connected terminal is affected.' })}
        </p>
      )}
      {own && (
        <p
          className={cx(
            'font-medium',
            glyphClass('triangle-alert'),
            blast.own_path === 'yes' ? 'text-danger' : 'text-warning',
          )}
        >
          {' '}
          {say(own)}
        </p>
      )}
      {blast.device_cnt > 0 && <Devices blast={blast} />}
      {blast.uncertain === 1 && (
        <p className="text-xs text-faint">
          {parts.length > 0
            ? say({
                zh: '这里的上联关系不完整，实际影响可能更大。',
                en: 'The uplinks here are not fully known, so more may be affected.',
              })
            : say({
                zh: '未发现会受影响的其他设备和在线终端，但这里的上联关系不完整。',
                en: 'No other device or terminal is known to be affected, but the uplinks here are not fully known.',
              })}
        </p>
      )}
    </div>
  )
}

const ownPath = {
  no: undefined,
  maybe: {
    zh: '您可能正通过该网络访问控制台，连接可能中断。',
    en: 'You may be reaching the console through this network, and may lose your own connection.',
  },
  yes: {
    zh: '您自己的连接正经过这些设备，会随之中断。',
    en: 'Your own connection runs through these devices and will break.',
  },
}

/** Maximum number of names shown. */
const few = 5

function Devices({ blast: { devices, device_cnt } }: { blast: Blast }) {
  const names = devices.slice(0, few).map(({ name }) => name)
  return (
    <p className="text-xs text-soft">
      {names.join(lang === 'zh' ? '、' : ', ')}
      {device_cnt > names.length &&
        say({ zh: ' 等 {n} 台', en: ' and {more} more' }, { n: device_cnt, more: device_cnt - names.length })}
    </p>
  )
}
