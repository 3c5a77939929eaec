import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField, type TextFieldProps } from '../../../ui/fields/text-field.tsx'

interface CodeFieldProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'autoFocus'> {
  /** Seconds until another can be asked for. */
  left: number
  onAsk: () => void
  /** One was asked for already. */
  again: boolean
}

/** Six digits, and beside them the way to have them sent. */
export function CodeField({ left, onAsk, again, ...field }: CodeFieldProps) {
  const words = again ? { zh: '重新获取', en: 'Send again' } : { zh: '获取验证码', en: 'Send a code' }
  return (
    <TextField
      {...field}
      size="l"
      name="code"
      label={{ zh: '验证码', en: 'Code' }}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
      suffix={
        <Button kind="quiet" size="m" className="text-accent-text" disabled={left > 0} onClick={onAsk}>
          {left > 0 ? say({ zh: '{left} 秒后可重发', en: 'Again in {left} s' }, { left }) : say(words)}
        </Button>
      }
    />
  )
}
