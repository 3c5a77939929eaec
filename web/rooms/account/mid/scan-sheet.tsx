import { say } from '../../../kit/words/words.ts'
import { Sheet } from '../../../ui/phone/sheet.tsx'

const steps = [
  { zh: '在电脑上打开登录页，选择“扫码登录”。', en: 'Open the sign-in page on the computer and choose QR code.' },
  {
    zh: '用手机相机扫描二维码，并打开识别出的链接。',
    en: 'Scan it with the camera of this phone and open the link it finds.',
  },
  {
    zh: '核对浏览器、系统与地址，确认是您本人后点击“确认登录”。',
    en: 'Check browser, system and address; confirm if it is you.',
  },
]

/** A sign-in is requested by a QR code, which the camera of the phone reads: no app is needed. */
export function ScanSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet onClose={onClose} title={{ zh: '扫码登录电脑', en: 'Sign in a computer' }}>
      <ol className="flex list-decimal flex-col gap-2.5 pb-2 pl-5 text-soft">
        {steps.map((step) => (
          <li key={step.en}>{say(step)}</li>
        ))}
      </ol>
    </Sheet>
  )
}
