import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField, type TextFieldProps } from '../../../ui/fields/text-field.tsx'

interface CodeFieldProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'autoFocus'> {
  /** Seconds until another code can be requested. */
  left: number
  onAsk: () => void
  /** A code was already requested. */
  again: boolean
}

/** Field for six digits, with a button to request them. */
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
