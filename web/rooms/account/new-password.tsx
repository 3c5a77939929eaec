import { passwordLevel, type PasswordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { cx } from '../../ui/base/join-classes.ts'

const levels: Record<PasswordLevel, { word: Words; text: string; bar: string }> = {
  0: { word: { zh: '不符合要求', en: 'Not accepted' }, text: 'text-danger', bar: 'bg-danger-dot' },
  1: { word: { zh: '弱', en: 'Weak' }, text: 'text-danger', bar: 'bg-danger-dot' },
  2: { word: { zh: '中', en: 'Medium' }, text: 'text-warning', bar: 'bg-warning-dot' },
  3: { word: { zh: '强', en: 'Strong' }, text: 'text-success', bar: 'bg-success-dot' },
}

/** Strength of the typed password, and its requirements. */
export function PasswordStrength({ password }: { password: string }) {
  const level = passwordLevel(password)
  const { word, text, bar } = levels[level]
  return (
    <div>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="flex flex-1 gap-1">
          {[1, 2, 3].map((step) => (
            <span key={step} className={cx('h-1 flex-1 rounded-full', password && level >= step ? bar : 'bg-line')} />
          ))}
        </span>
        <span role="status" className={cx('min-w-16 text-right text-xs', password ? text : 'text-faint')}>
          {password ? say({ zh: '强度：{word}', en: 'Strength: {word}' }, { word: say(word) }) : ''}
        </span>
      </div>
      <p className="mt-1 text-xs text-faint">
        {say({
          zh: '8 到 32 位，字母、数字、符号至少两种；同时含大小写字母、数字和符号为强',
          en: '8 to 32 characters of at least two kinds: letters, digits, symbols. All of them and both cases make it strong',
        })}
      </p>
    </div>
  )
}
