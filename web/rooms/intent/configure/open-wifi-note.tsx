import { say } from '../../../kit/words/words.ts'
import { glyphClass } from '../../../ui/base/glyph.ts'
import { cx } from '../../../ui/base/join-classes.ts'

/** Warning about an open network. */
export function OpenWifiNote({ className = '' }: { className?: string }) {
  return (
    <p className={cx('text-xs text-warning', glyphClass('triangle-alert'), className)}>
      {' '}
      {say({ zh: '此无线网络未加密，任何人都可以接入。', en: 'This network has no security: anyone can join it.' })}
    </p>
  )
}
