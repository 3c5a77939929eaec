import { say, type Words } from '../../../kit/words/words.ts'
import { glyphClass } from '../../../ui/base/glyph.ts'
import { cx } from '../../../ui/base/join-classes.ts'

/** The consequence of a value. */
export function WarningNote({ words, className = '' }: { words: Words; className?: string }) {
  return <p className={cx('mt-1 text-xs text-warning', glyphClass('triangle-alert'), className)}> {say(words)}</p>
}
