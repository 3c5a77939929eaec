import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { DevicesStep } from './devices-step.tsx'
import { NetworksStep } from './networks-step.tsx'
import { RadiosStep } from './radios-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { steps, useWizard, type WizardStep, type Wizard } from './use-wizard.ts'
import type { ListedDevice } from '../../device/api.tsx'

const titles: Readonly<Record<WizardStep, Words>> = {
  devices: { zh: '选择 AP', en: 'Access points' },
  networks: { zh: '无线网络', en: 'Networks' },
  radios: { zh: '射频', en: 'Radios' },
  review: { zh: '核对', en: 'Review' },
}

interface WirelessDialogProps {
  devices: readonly ListedDevice[]
  onClose: () => void
  onDone: () => void
}

/** Four steps from access points to a draft: nothing is sent to a device before the draft is applied. */
export function WirelessDialog({ devices, onClose, onDone }: WirelessDialogProps) {
  const wizard = useWizard(devices)
  const Body = { devices: DevicesStep, networks: NetworksStep, radios: RadiosStep, review: ReviewStep }[wizard.step]
  const finish = async () => {
    if (!(await wizard.keep())) return
    toast.success({
      zh: '已加入变更草稿，审核并应用后才会下发到设备',
      en: 'Added to the draft; devices get it once it is reviewed and applied',
    })
    onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={900}
      title={{ zh: '批量配置无线', en: 'Configure the Wi-Fi of many' }}
      footer={<Buttons wizard={wizard} onFinish={() => void finish()} />}
    >
      <Guard wizard={wizard} />
      <StepList wizard={wizard} />
      <div className="min-h-96">
        <Body wizard={wizard} />
      </div>
    </Dialog>
  )
}

/** Input is not lost by a click beside the dialog. */
function Guard({ wizard }: { wizard: Wizard }) {
  useUnsaved(!wizard.isEmpty)
  return null
}

function StepList({ wizard }: { wizard: Wizard }) {
  const at = steps.indexOf(wizard.step)
  return (
    <ol className="mb-5 flex flex-wrap gap-x-6 gap-y-2 border-b border-line pb-3">
      {steps.map((step, n) => (
        <li
          key={step}
          aria-current={n === at ? 'step' : undefined}
          className={cx('flex items-center gap-2', n === at ? 'font-medium' : 'text-soft')}
        >
          <span
            className={cx(
              'flex size-5 items-center justify-center rounded-full text-xs',
              n <= at ? 'bg-accent text-accent-ink' : 'bg-sunken text-soft',
            )}
          >
            {n + 1}
          </span>
          {say(titles[step])}
        </li>
      ))}
    </ol>
  )
}

function Buttons({ wizard, onFinish }: { wizard: Wizard; onFinish: () => void }) {
  const { step, setStep, pending, chosen, isEmpty, review } = wizard
  const at = steps.indexOf(step)
  const back = steps[at - 1]
  const next = steps[at + 1]
  const isReady = step === 'devices' ? chosen.size > 0 : step === 'radios' ? !isEmpty : true
  return (
    <>
      {back && (
        <Button disabled={pending} onClick={() => setStep(back)}>
          {say({ zh: '上一步', en: 'Back' })}
        </Button>
      )}
      {step === 'review' ? (
        <Button kind="primary" pending={pending} disabled={!review || review.changed_cnt === 0} onClick={onFinish}>
          {say({ zh: '加入变更草稿', en: 'Add to the draft' })}
        </Button>
      ) : (
        <Button
          kind="primary"
          pending={pending}
          disabled={!isReady}
          onClick={() => (next === 'review' ? void wizard.look() : next && setStep(next))}
        >
          {say({ zh: '下一步', en: 'Next' })}
        </Button>
      )}
    </>
  )
}
