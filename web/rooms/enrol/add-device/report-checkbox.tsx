import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
}

/** Checkbox that enables reporting as soon as a device is claimed. */
export function ReportCheckbox({ checked, onChange, className }: Props) {
  return (
    <div className={className}>
      <Checkbox label={{ zh: '添加后立即开始上报', en: 'Start reporting now' }} checked={checked} onChange={onChange} />
      <p className="ml-6 text-xs text-soft">
        {say({
          zh: '出厂配置不上报终端、无线网络和事件。勾选后，读取到设备原有配置即下发一个变更单，只增加上报设置。',
          en: 'Factory devices report no terminals, wireless networks or events. Once the configuration of the device has been read, a change set enables these reports and changes nothing else.',
        })}
      </p>
    </div>
  )
}
