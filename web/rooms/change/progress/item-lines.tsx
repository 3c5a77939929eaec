import { itemState } from '@belvedere/contract/rooms/change/enums.ts'
import { Fragment, Suspense } from 'react'
import { lang, say } from '../../../kit/words/words.ts'
import { Badge } from '../../../ui/feedback/status.tsx'
import { IntentName } from '../../intent/api.tsx'
import { RefusalList } from '../review/refusal-list.tsx'
import type { ChangeItem } from './change-item.ts'

/** Settings that could not be sent to a device as requested, and its answer to the others, each with the request. */
export function ItemLines({ lines, refusals, msg, state }: Pick<ChangeItem, 'lines' | 'refusals' | 'msg' | 'state'>) {
  return (
    <div className="grid gap-2">
      {refusals.length > 0 && <RefusalList refusals={refusals} />}
      {(lines.length > 0 || msg || refusals.length === 0) && <Said lines={lines} msg={msg} state={state} />}
    </div>
  )
}

function Said({ lines, msg, state }: Pick<ChangeItem, 'lines' | 'msg' | 'state'>) {
  if (lines.length === 0)
    return (
      <p className="text-soft">
        {msg || say({ zh: '设备没有对配置提出异议', en: 'The device reported no rejected settings' })}
      </p>
    )
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line.said} className="flex items-start gap-3">
          <Badge
            {...(line.rejected ? unmet : state === itemState.id.failed ? reason : note)}
            className="mt-0.5 shrink-0"
          />
          <div className="min-w-0">
            <p className="break-words">{line.text}</p>
            <p className="text-xs break-words text-soft">
              {line.wishes.length > 0 && (
                <>
                  {say({ zh: '对应的更改：', en: 'Requested setting: ' })}
                  <Suspense>
                    {line.wishes.map((input, at) => (
                      <Fragment key={input}>
                        {at > 0 && (lang === 'zh' ? '、' : ', ')}
                        <IntentName wish={input} />
                      </Fragment>
                    ))}
                  </Suspense>
                </>
              )}
              {line.wishes.length === 0 &&
                !line.rejected &&
                say({ zh: '与期望的配置无关', en: 'Not related to a requested setting' })}
            </p>
            {line.said !== line.text && <p className="font-mono text-xs break-all text-faint">{line.said}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const unmet = { tone: 'danger', label: { zh: '未生效', en: 'Not in effect' } } as const
/** For a configuration that was refused as a whole. */
const reason = { tone: 'danger', label: { zh: '拒绝原因', en: 'Reason' } } as const
const note = { tone: 'neutral', label: { zh: '提示', en: 'Note' } } as const
